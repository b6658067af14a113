import { OperatorError } from '../operator-error.ts';

/** Why a backup was not taken or not restored, in a sentence for the operator. */
export class BackupRefused extends OperatorError {}

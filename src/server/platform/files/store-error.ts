import { OperatorError } from '../operator-error.ts';

/** The file store cannot be used at the moment: it is away, refuses, takes too long or has no space left. */
export class FileStoreError extends OperatorError {}

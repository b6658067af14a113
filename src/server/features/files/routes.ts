import { readFile, uploadFile } from '../../../contract/files.ts';
import { route } from '../../platform/http/route.ts';
import { sendFile, upload } from './operations.ts';

export const routes = [route(uploadFile, upload), route(readFile, sendFile)];

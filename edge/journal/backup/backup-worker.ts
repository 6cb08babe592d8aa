import { workerData } from 'node:worker_threads'
import { type BackupOrder, makeBackup } from './backup.ts'

/** Runs one backup in its own thread, so that copying and checking a large journal does not delay cashiers. */
makeBackup(workerData as BackupOrder)

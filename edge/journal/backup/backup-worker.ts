import { workerData } from 'node:worker_threads'
import { type BackupOrder, makeBackup } from './backup.ts'

/** A thread for one backup: copying and checking a large journal is felt by no cashier there. */
makeBackup(workerData as BackupOrder)

import { join } from 'node:path'

export interface ReplicaPaths {
  replica: string
  /** File into which a snapshot is loaded until it is complete. */
  next: string
  /** Received part of a snapshot that is sent as a finished, compressed file. */
  partial: string
}

export function replicaPaths(folder: string): ReplicaPaths {
  return {
    replica: join(folder, 'replica.db'),
    next: join(folder, 'replica.new.db'),
    partial: join(folder, 'replica.new.gz'),
  }
}

import '#test/support/quick-drizzle.ts'
import './process/time.ts'
import './process/random.ts'
import './process/offload.ts'
import './process/threads.ts'
import './process/files.ts'
import './process/sqlite.ts'
import './process/http.ts'
import './process/postgres.ts'
import { plantIn } from '../plants/planting.ts'
import type { Job, Result } from './jobs.ts'
import { findPlant } from './plants/plant.ts'

/**
 * Worker process of the simulator. The world is made virtual and the mistake is planted before any product
 * code is loaded.
 */
let isPlanted = false

process.on('message', async (job: Job) => {
  let result: Result
  try {
    if (job.plant !== undefined && !isPlanted) plantIn(findPlant(job.plant))
    isPlanted = true
    const { doJob } = await import('./do-job.ts')
    result = await doJob(job)
  } catch (error) {
    result = { type: 'broken', message: (error as Error).stack ?? String(error) }
  }
  // A parent that has ended needs no answer.
  process.send?.(result, () => {})
})
process.on('disconnect', () => process.exit())

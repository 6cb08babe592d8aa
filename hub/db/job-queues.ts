import type { QueueOptions } from 'pg-boss'

/** Database schema for the tables of pg-boss, separate from the hub's own tables. */
export const JOBS_SCHEMA = 'jobs'

const HOUR_SECONDS = 60 * 60

/**
 * Queue options. When a process dies, its job is given to another process after `heartbeatSeconds` without a
 * heartbeat. Handlers are idempotent.
 */
export const QUEUES = {
  'product-import': { heartbeatSeconds: 60, expireInSeconds: 2 * HOUR_SECONDS, retryLimit: 3, retryDelay: 5 },
  'product-import-preview': {
    heartbeatSeconds: 60,
    expireInSeconds: HOUR_SECONDS,
    retryLimit: 3,
    retryDelay: 5,
  },
  'product-import-images': {
    heartbeatSeconds: 60,
    expireInSeconds: 12 * HOUR_SECONDS,
    retryLimit: 5,
    retryDelay: 60,
  },
  'change-set': { heartbeatSeconds: 60, expireInSeconds: 2 * HOUR_SECONDS, retryLimit: 3, retryDelay: 5 },
  'demo-data': { heartbeatSeconds: 60, expireInSeconds: HOUR_SECONDS, retryLimit: 3, retryDelay: 5 },
  'extsys-import': {
    heartbeatSeconds: 60,
    expireInSeconds: 6 * HOUR_SECONDS,
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
  },
  cleanup: { heartbeatSeconds: 60, expireInSeconds: 12 * HOUR_SECONDS, retryLimit: 5, retryDelay: 20 },
  'books-check': { heartbeatSeconds: 60, expireInSeconds: 2 * HOUR_SECONDS, retryLimit: 2, retryDelay: 60 },
  // Retried for about two days: after 20 s, 40 s and so on, then every 3 hours.
  mail: {
    heartbeatSeconds: 60,
    expireInSeconds: 300,
    retryLimit: 24,
    retryDelay: 20,
    retryBackoff: true,
    retryDelayMax: 3 * HOUR_SECONDS,
  },
  'organization-deletion': {
    heartbeatSeconds: 60,
    expireInSeconds: 12 * HOUR_SECONDS,
    retryLimit: 5,
    retryDelay: 60,
  },
  'organization-export': {
    heartbeatSeconds: 60,
    expireInSeconds: 6 * HOUR_SECONDS,
    retryLimit: 2,
    retryDelay: 30,
  },
} as const satisfies Record<string, QueueOptions>

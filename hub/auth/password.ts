import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { Problem } from '#shared/problems/problem.ts'

/** OWASP's least for argon2id (the library's own kind): 19 MiB, 2 passes, 1 lane. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing runs on the threads that files and images use too: half of them stay free. */
const AT_ONCE = 2
/** Some seconds of work; requests beyond that get not_ready. */
const MOST_WAITING = 200
const queue = pLimit(AT_ONCE)

let decoy: Promise<string> | undefined

/** argon2id of a password or PIN, as a PHC string with its own salt. Throws not_ready when too many wait for one. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, ARGON2ID))
}

/**
 * Without a stored hash it takes as long as with one, so that the time does not tell which accounts exist. Throws
 * not_ready when too many wait for it.
 */
export async function isPasswordRight(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hash('no account has this', ARGON2ID)
  const compared = stored ?? (await decoy)
  const isRight = await inTurn(() => verify(compared, password))
  return stored !== undefined && isRight
}

/** Whether it was made with other parameters than passwords are hashed with now. */
export async function isOutdated(stored: string): Promise<boolean> {
  decoy ??= hash('no account has this', ARGON2ID)
  return parametersOf(stored) !== parametersOf(await decoy)
}

/** `$argon2id$v=19$m=19456,t=2,p=1` of a PHC string. */
const parametersOf = (stored: string): string => stored.split('$').slice(0, 4).join('$')

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (queue.pendingCount < MOST_WAITING) return queue(work)
  throw new Problem('not_ready', {
    detail: 'Too many sign in at once, try again',
    headers: { 'Retry-After': '5' },
  })
}

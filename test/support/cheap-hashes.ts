import { createRequire } from 'node:module'

/**
 * Cheap password hashing parameters, because strong hashing takes most of the time of a sign-up.
 * password.test.ts tests the real ones.
 */
const CHEAP = { memoryCost: 256, timeCost: 1, parallelism: 1 }

const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2')
const { hash } = argon2
argon2.hash = (password) => hash(password, CHEAP)

import { createRequire } from 'node:module'

/**
 * Weak password hashing for tests, where strong hashes would take most of a sign-up's time; password.test.ts
 * tests their strength.
 */
const CHEAP = { memoryCost: 256, timeCost: 1, parallelism: 1 }

const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as typeof import('@node-rs/argon2')
const { hash } = argon2
argon2.hash = (password) => hash(password, CHEAP)

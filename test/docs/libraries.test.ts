import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

interface Package {
  version?: string
  resolved?: string
  integrity?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
}

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'))
const packages = Object.entries(lock.packages as Record<string, Package>)
const REGISTRY = 'https://registry.npmjs.org/'

describe('libraries', () => {
  it('installs every package from the registry with a hash of its content', () => {
    const foreign = packages.filter(
      ([path, { resolved = REGISTRY, integrity = '' }]) =>
        path !== '' && !(resolved.startsWith(REGISTRY) && integrity.startsWith('sha512-')),
    )
    expect(packages.length).toBeGreaterThan(500)
    expect(foreign.map(([path]) => path)).toEqual([])
  })

  it('pins direct dependencies to exact versions', () => {
    const own = packages.find(([path]) => path === '')?.[1]
    const named = Object.entries({ ...own?.dependencies, ...own?.devDependencies })
    expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
  })
})

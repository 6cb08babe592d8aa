import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPrivateFile, makePrivateFolder } from './private-files.ts'

describe('private files', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'private-files-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8)

  it('creates an empty file that only its owner can open', () => {
    const path = join(folder, 'new.db')
    createPrivateFile(path)
    expect([modeOf(path), readFileSync(path, 'utf8')]).toEqual(['600', ''])
  })

  it('does not change an existing file', () => {
    const path = join(folder, 'old.db')
    writeFileSync(path, 'kept', { mode: 0o640 })
    createPrivateFile(path)
    expect([modeOf(path), readFileSync(path, 'utf8')]).toEqual(['640', 'kept'])
  })

  it('throws when the folder of the file does not exist', () => {
    expect(() => createPrivateFile(join(folder, 'none', 'new.db'))).toThrow('ENOENT')
  })

  it('makes a folder private, with its existing files and subfolders', () => {
    const [top, below] = [join(folder, 'agent'), join(folder, 'agent', 'backups')]
    mkdirSync(below, { recursive: true })
    for (const each of [top, below]) {
      chmodSync(each, 0o755)
      writeFileSync(join(each, 'a.db'), '', { mode: 0o644 })
      chmodSync(join(each, 'a.db'), 0o666)
    }
    makePrivateFolder(top)
    expect([top, below].map(modeOf)).toEqual(['700', '700'])
    expect([top, below].map((each) => modeOf(join(each, 'a.db')))).toEqual(['600', '600'])
  })

  it('does not change files outside the folder behind a symbolic link', () => {
    const outside = join(folder, 'outside.txt')
    writeFileSync(outside, '')
    chmodSync(outside, 0o644)
    const agent = join(folder, 'agent')
    mkdirSync(agent)
    symlinkSync(outside, join(agent, 'link'))
    makePrivateFolder(agent)
    expect(modeOf(outside)).toBe('644')
  })

  it('creates a private folder with all its parents', () => {
    const path = join(folder, 'a', 'b')
    makePrivateFolder(path)
    expect(modeOf(path)).toBe('700')
  })
})

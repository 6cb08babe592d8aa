import { describe, expect, it } from 'vitest'
import { must } from '#shared/std/must.ts'
import { documents, missingTests, readShownRows, shownRowsIn, unshownRows } from './shown-by.ts'

const FAULTS = 56

describe('the promises of a document', () => {
  const promising = documents().filter((document) => readShownRows(document).length > 0)

  it('finds promises in all documents known to make them', () => {
    for (const document of ['asvs', 'conformance', 'faults'])
      expect(promising).toContain(`docs/${document}.md`)
    expect(promising.some((document) => document.startsWith('docs/security'))).toBe(true)
  })

  it.each(promising)('names existing tests, or the reason for their absence, in %s', (document) => {
    const rows = readShownRows(document)
    expect(missingTests(rows)).toEqual([])
    expect(unshownRows(rows)).toEqual([])
  })

  it('names every fault once and in order', () => {
    const names = readShownRows('docs/faults.md').map(({ name }) => name)
    expect(names).toEqual(Array.from({ length: FAULTS }, (_, i) => `F${i + 1}`))
  })
})

describe('a table row', () => {
  const HERE = 'test/docs/promises.test.ts'
  const GONE = ['no such', 'test'].join(' ')
  const rowOf = (shownBy: string, { document = 'docs/a.md', verdict = 'met' } = {}) =>
    must(
      shownRowsIn(
        document,
        `| P | Verdict | Shown by | |\n|---|---|---|---|\n| p | ${verdict} | ${shownBy} | x |`,
      )[0],
    )

  it.each([
    `\`${HERE}\` *names every fault once and in order*, *${GONE}*`,
    '`test/docs/gone.test.ts` *names every fault once and in order*',
    '`test/docs/gone/`',
    // This folder has no tests.
    '`docs/screenshots/`',
  ])('reports a row that names a missing test: %s', (shownBy) => {
    expect(missingTests([rowOf(shownBy, { document: 'docs/conformance.md' })])).toHaveLength(1)
  })

  it.each(['', 'somebody has tried it', `\`${HERE}\``, 'Not shown', `\`${HERE}\` *is noticed*. Not shown`])(
    'reports a row with neither a test nor a reason: %s',
    (shownBy) => {
      expect(unshownRows([rowOf(shownBy)])).toEqual(['docs/a.md: p'])
    },
  )

  it('accepts a row with a test, with a reason for its absence, or without a promise', () => {
    const good = [
      rowOf(`\`hub/x.ts\`; \`${HERE}\` *names every fault once and in order*`),
      rowOf('Not shown: it is a document'),
      rowOf('there is none', { verdict: 'not applicable' }),
      rowOf(`\`${HERE}\`, \`test/docs/\``, { document: 'docs/conformance.md' }),
    ]
    expect([unshownRows(good), missingTests(good)]).toEqual([[], []])
    expect(unshownRows([rowOf('', { verdict: 'not met' })])).toEqual(['docs/a.md: p'])
  })
})

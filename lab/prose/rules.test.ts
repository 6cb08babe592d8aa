import { describe, expect, it } from 'vitest'
import { readSource } from './read-source.ts'
import { faultsOfComment, faultsOfPageText, faultsOfPhrases, faultsOfTitle } from './rules.ts'

describe('prose rules', () => {
  it.each([
    'What the hub said in passing.',
    'Of all pages.',
    'As after so many sales.',
    'Whether the user agreed.',
    `A docstring ${'that goes on '.repeat(20)}`,
  ])('refuses the docstring "%s"', (text) => {
    expect(faultsOfComment(text, true)).toHaveLength(1)
  })

  it.each([
    'Row count across all pages.',
    'Returns the caller.',
    'True when the sale is posted.',
    '`null`: unknown.',
  ])('accepts the docstring "%s"', (text) => {
    expect(faultsOfComment(text, true)).toEqual([])
  })

  it('accepts a fragment in a line comment, but refuses a banned phrase there', () => {
    expect(faultsOfComment('As in RFC 9110.', false)).toEqual([])
    expect(faultsOfComment('Whoever reads it.', false)).toHaveLength(1)
  })

  it.each([
    'is refused',
    'are sent again',
    'of a return',
    'a card is blocked',
    'sales are posted',
    'changes are kept',
    '',
  ])('refuses the title "%s"', (title) => {
    expect(faultsOfTitle(title)).toHaveLength(1)
  })

  it.each([
    'refuses the 101st price type',
    'does not send twice',
    'never loses a sale',
    'changes the price',
    're-reads',
  ])('accepts the title "%s"', (title) => {
    expect(faultsOfTitle(title)).toEqual([])
  })

  it('refuses a page text outside of the language files', () => {
    expect(faultsOfPageText(' Save it ')).toHaveLength(1)
    expect(['Ctrl S', '12', ' · '].flatMap(faultsOfPageText)).toEqual([])
  })

  it('reports the banned phrase and its replacement', () => {
    expect(faultsOfPhrases('It is made anew.')).toEqual(['"anew": write "again"'])
  })

  it('reads comments, titles and page texts with their lines', () => {
    const source = [
      '/** Row',
      ' * count. */',
      'const n = 1 // Plain.',
      "it.each([1])('counts %s', () => {})",
      'const page = <p title="Hint">Text {n}</p>',
    ].join('\n')
    expect(readSource('a.test.tsx', source)).toEqual([
      { kind: 'docstring', text: 'Row count.', line: 1 },
      { kind: 'comment', text: 'Plain.', line: 3 },
      { kind: 'title', text: 'counts %s', line: 4 },
      { kind: 'page', text: 'Hint', line: 5 },
      { kind: 'page', text: 'Text ', line: 5 },
    ])
  })
})

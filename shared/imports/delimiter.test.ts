import { expect, it } from 'vitest'
import { findDelimiter } from './delimiter.ts'

it.each([
  ['semicolons', 'a;b;c\n1,2;3,4;5', ';', 0],
  ['commas', 'a,b,c\n1;2', ',', 0],
  ['tabs', 'a\tb\tc', '\t', 0],
  ['one column', 'Name\nTea', ';', 0],
  ['as many semicolons as commas', 'a;b,c', ';', 0],
  ['commas inside quotes', '"a,b,c,d";e', ';', 0],
  ['a line break inside quotes', '"a\nb,c,d,e";f', ';', 0],
  ['a doubled quote', '"a"",b,""c,d";e', ';', 0],
  ['blank lines at the start', '\r\n;;;\r\na,b,c', ',', 0],
  ['as many tabs as commas', 'a\tb,c', '\t', 0],
  ['more semicolons in a later line', 'a,b\n1;2;3;4', ',', 0],
  ['a first line of only commas', ',,,\n a;b', ';', 0],
  ['an empty text', '', ';', 0],
  ['a sep= line that is not the first line', 'x\nsep=,\n', ';', 0],
  ['a sep= line with further text', 'sep=,x\na;b', ',', 0],
  ['a sep= line in capitals with a tab', 'SEP=\t\na;b;c', '\t', 6],
  ['a sep= line with a comma', 'sep=,\r\na;b;c', ',', 7],
  ['a sep= line in quotes', '"sep=;"\na,b', ';', 8],
])('detects the delimiter and the length of its line, given %s', (_, text, delimiter, skip) => {
  expect(findDelimiter(text)).toEqual({ delimiter, skip })
})

/** Paths of entries in an export archive. */
export const MANIFEST = 'manifest.json'
export const SUMS = 'SHA256SUMS'

export const tablePath = (table: string, ending: 'jsonl' | 'csv'): string =>
  `${ending === 'csv' ? 'csv' : 'tables'}/${table}.${ending}`
export const filePath = (key: string): string => `files/${key}`

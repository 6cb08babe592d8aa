import type { PageEntry } from '../page-entry.ts'

export const organizationPages: readonly PageEntry[] = []

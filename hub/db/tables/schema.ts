/** Every table, for the relations of queries and for drizzle-kit. Code imports a table from the file that defines it. */
export * from './catalog.ts'
export * from './documents.ts'
export * from './organization.ts'
export * from './platform.ts'
export * from './sales.ts'
export * from './stock.ts'
export * from './sync.ts'
export * from './till.ts'

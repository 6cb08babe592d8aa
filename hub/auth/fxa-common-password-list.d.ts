/** Types for a package that has none. */
declare module 'fxa-common-password-list' {
  /** Tests the password as given. The list is in lower case. */
  const commonPasswords: { test(password: string): boolean }
  // biome-ignore lint/style/noDefaultExport: what a CommonJS module exports
  export default commonPasswords
}

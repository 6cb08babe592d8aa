/** Types of a package that has none. */
declare module 'fxa-common-password-list' {
  /** Looks the password up as given; the list is in lower case. */
  const commonPasswords: { test(password: string): boolean }
  // biome-ignore lint/style/noDefaultExport: what a CommonJS module exports
  export default commonPasswords
}

/** The package has no types of its own. */
declare module 'fxa-common-password-list' {
  /** Looks the password up as it is given; the list is in small letters. */
  const commonPasswords: { test(password: string): boolean }
  // biome-ignore lint/style/noDefaultExport: what a CommonJS module exports
  export default commonPasswords
}

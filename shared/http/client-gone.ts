/**
 * Thrown when the client disconnects before its whole request has arrived. There is nobody to respond to, and
 * the hub is not at fault.
 */
export class ClientGone extends Error {
  constructor(cause: unknown) {
    super('The client hung up', { cause })
    this.name = 'ClientGone'
  }
}

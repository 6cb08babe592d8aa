/**
 * Thrown when the client hung up before its whole request had arrived: there is nobody to respond to, and no
 * error here.
 */
export class ClientGone extends Error {
  constructor(cause: unknown) {
    super('The client hung up', { cause })
    this.name = 'ClientGone'
  }
}

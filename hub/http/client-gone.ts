/** The client hung up before all of its request had come: nobody is left to answer, and nothing is wrong with the hub. */
export class ClientGone extends Error {
  constructor(cause: unknown) {
    super('The client hung up', { cause })
    this.name = 'ClientGone'
  }
}

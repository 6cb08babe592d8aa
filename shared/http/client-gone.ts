/** The client hung up before all of its request had come: nobody is left to answer, and nothing is wrong here. */
export class ClientGone extends Error {
  constructor(cause: unknown) {
    super('The client hung up', { cause })
    this.name = 'ClientGone'
  }
}

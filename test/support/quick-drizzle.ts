import { type ResolveHookSync, registerHooks } from 'node:module'

/**
 * For each module that imports or is a module of drizzle, Node reads the package.json of drizzle, 180 KB of it, again:
 * a third of the time in which the hub loads. Here it is read once for each module that is asked for by name, and not
 * at all where one of drizzle's modules asks for its neighbour.
 */
const INSIDE = /\/node_modules\/drizzle-orm\/.*\.js$/
const BY_NAME = /^drizzle-orm(\/|$)/
const known = new Map<string, ReturnType<ResolveHookSync>>()

registerHooks({
  resolve: (specifier, context, nextResolve) => {
    const { parentURL = '' } = context
    if (specifier.startsWith('.') && specifier.endsWith('.js') && INSIDE.test(parentURL))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
    if (!BY_NAME.test(specifier)) return nextResolve(specifier, context)
    const key = `${specifier} ${context.conditions.join()}`
    const found = known.get(key) ?? nextResolve(specifier, context)
    known.set(key, found)
    return { ...found, shortCircuit: true }
  },
})

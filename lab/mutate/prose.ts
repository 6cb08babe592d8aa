import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** Used subset of Babel's path. */
interface Argument {
  listKey?: string
  parent: { type: string; callee?: { name?: string; property?: { name?: string } } }
}

/**
 * Returns the reason for skipping a text, or undefined. Texts in the published API description or in stack
 * traces are skipped, because no behavior depends on them. Texts of a `Problem` are part of the response, so
 * they are mutated.
 */
function whyProse(path: object): string | undefined {
  const { listKey, parent } = path as Argument
  if (listKey !== 'arguments') return undefined
  const { type, callee } = parent
  if (type === 'CallExpression' && callee?.property?.name === 'meta') return 'describes a contract'
  if (type === 'NewExpression' && /^(Range|Type)?Error$/.test(callee?.name ?? ''))
    return 'words of a broken invariant'
  return undefined
}

/** Stryker requires this name. */
export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'prose', { shouldIgnore: whyProse })]

import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** Subset of Babel's path that is used here. */
interface Argument {
  listKey?: string
  parent: { type: string; callee?: { name?: string; property?: { name?: string } } }
}

/**
 * Returns the reason to skip texts for readers of the published description or of a stack trace: no behavior
 * depends on them. Texts of a `Problem` are part of the response and are mutated.
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

/** Stryker looks for this name. */
export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'prose', { shouldIgnore: whyProse })]

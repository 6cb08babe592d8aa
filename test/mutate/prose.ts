import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

/** As much of Babel's path as is asked here. */
interface Argument {
  listKey?: string
  parent: { type: string; callee?: { name?: string; property?: { name?: string } } }
}

/**
 * Words for people who read the published description or a stack trace: no behaviour hangs on them. Those of a `Problem`
 * are part of the answer.
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

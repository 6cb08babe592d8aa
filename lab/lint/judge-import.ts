import { ASSEMBLIES, ORDER, PUBLIC } from './folders.ts'

/** Place of a folder or file in the order of its tree. */
interface Place {
  tree: string
  folder: string
  level: number
}

/** The most exact places first. */
const PLACES: readonly Place[] = Object.entries(ORDER)
  .flatMap(([tree, levels]) =>
    levels.flatMap((folders, level) =>
      folders.split(' ').map((name) => ({ tree, folder: name === '.' ? tree : `${tree}/${name}`, level })),
    ),
  )
  .toSorted((a, b) => b.folder.length - a.folder.length)

const FEATURES = 'hub/features/'
/** Paths of the files that other features may import. */
export const PUBLIC_FILES: ReadonlySet<string> = new Set(
  Object.entries(PUBLIC).flatMap(([feature, files]) =>
    files
      .trim()
      .split(/\s+/)
      .map((file) => `${FEATURES}${feature}/${file}.ts`),
  ),
)

/** Returns what is wrong with an import of `imported` by `file`; undefined: it is allowed. */
export function judgeImport(file: string, imported: string): string | undefined {
  const from = placeOf(file)
  if (!from) return `${file} has no place: add its folder to ORDER`
  const to = placeOf(imported)
  if (to?.tree !== from.tree)
    return to?.tree === 'shared' ? undefined : `${from.tree} imports shared alone, not ${imported}`
  if (to.folder === from.folder) return undefined
  if (to.level >= from.level && !ASSEMBLIES.includes(file))
    return `${from.folder} does not import ${to.folder}, which is not below it`
  if (isBetweenFeatures(from, to) && !PUBLIC_FILES.has(imported))
    return `${imported} is private to its feature: import a file listed in PUBLIC, or list it`
  return undefined
}

/** True for an import that PUBLIC is for. */
export function isOfOtherFeature(file: string, imported: string): boolean {
  const from = placeOf(file)
  const to = placeOf(imported)
  return from !== undefined && to !== undefined && isBetweenFeatures(from, to)
}

const isBetweenFeatures = (from: Place, to: Place): boolean =>
  from.folder !== to.folder && from.folder.startsWith(FEATURES) && to.folder.startsWith(FEATURES)

const placeOf = (file: string): Place | undefined =>
  PLACES.find(({ folder }) => file === folder || file.startsWith(`${folder}/`))

import { matches } from '#hub/db/records.ts'
import { loyaltyPrograms } from '#hub/db/tables/loyalty.ts'
import { recordCommands } from '#hub/http/record-commands.ts'
import { standardResource } from '#hub/http/standard-resource.ts'
import { type LoyaltyProgramListQuery, PROGRAMS } from '#shared/contracts/loyalty/programs.ts'
import { deleteProgram } from './delete-program.ts'
import { presentProgram } from './present.ts'
import { createProgram, updateProgram } from './save-program.ts'

export const programRoutes = standardResource({
  ...PROGRAMS,
  tag: 'Loyalty: programs',
  nouns: ['loyalty program', 'loyalty programs'],
  area: 'loyalty',
  stores: 'none',
  present: presentProgram,
  commands: recordCommands(loyaltyPrograms, 'loyalty program', {
    searchIn: [loyaltyPrograms.name],
    where: ({ isActive, kind }: LoyaltyProgramListQuery) => [
      matches(loyaltyPrograms.isActive, isActive),
      matches(loyaltyPrograms.kind, kind),
    ],
    defaultSort: 'name',
    create: createProgram,
    update: updateProgram,
    remove: deleteProgram,
  }),
})

import { z } from 'zod'
import { type MoySklad, parsed, problemOf } from '#hub/integrations/extsys/moysklad.ts'

const Employee = z.object({ fullName: z.string().optional(), name: z.string().default('') })

/**
 * Returns the name of the MoySklad employee who owns the credentials. Throws `extsys_refused` and
 * `extsys_unanswered` with MoySklad's message.
 */
export async function testConnection(moySklad: MoySklad): Promise<{ employeeName: string }> {
  try {
    const path = 'context/employee'
    const { fullName, name } = parsed(Employee, await moySklad.get(path), path)
    return { employeeName: fullName ?? name }
  } catch (error) {
    throw problemOf(error)
  }
}

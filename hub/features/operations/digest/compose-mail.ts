import { and, eq } from 'drizzle-orm'
import { morningDigests } from '#hub/db/tables/digests.ts'
import { wordDigest } from '#hub/features/connections/messenger/compose.ts'
import { readOrganizationFacts } from '#hub/features/connections/messenger/organization-facts.ts'
import { wordsOf } from '#hub/features/connections/messenger/words.ts'
import type { Composer } from '#hub/integrations/mail/send-mails.ts'
import { fillWords } from '#shared/std/fill-words.ts'
import { listReaders } from './readers.ts'

/** Composes the mail. Composes nothing when the user has since switched off the digest or lost access to it. */
export const composeDigest: Composer = async (hub, { data }, { publicUrl }) => {
  const { organizationId = '', employeeId, day = '' } = data
  return hub.db.read(organizationId, async (tx) => {
    const reader = (await listReaders(tx)).find((each) => each.employeeId === employeeId)
    const [digest] = await tx
      .select({ facts: morningDigests.facts })
      .from(morningDigests)
      .where(and(eq(morningDigests.organizationId, organizationId), eq(morningDigests.day, day)))
    if (!reader || !digest) return undefined
    const { language } = reader
    const words = wordsOf(language)
    const [subject = '', ...lines] = wordDigest(digest.facts, {
      language,
      ...(await readOrganizationFacts(tx)),
    })
    return {
      subject,
      language,
      paragraphs: [lines.join('\n')],
      action: { label: words.digestOpen, url: `${publicUrl}/reports/profit` },
      notes: [fillWords(words.digestEnd, { url: `${publicUrl}/account` })],
    }
  })
}

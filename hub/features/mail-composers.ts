import type { Composer } from '#hub/integrations/mail/send-mails.ts'
import type { MailKind } from '#shared/contracts/platform/mail.ts'
import { composeAddressLink } from './account/address/send-link.ts'
import { composeReset } from './account/password/forgot-password.ts'
import { composePasswordChanged } from './account/password/password-changed.ts'
import { composeFactorRemoved } from './account/second-factor/remove-factor.ts'
import { composeIdentityLinked } from './account/sign-on/identities.ts'
import { composeFeedback } from './dashboard/feedback/send-feedback.ts'
import { composeDigest } from './operations/digest/compose-mail.ts'
import { composeInvitation } from './organization/employees/invitation/compose.ts'
import { composeOffer } from './organization/owner/offers.ts'
import { composeVisit } from './platform/organizations/visit-letter.ts'
import { composeSignUpInvitation } from './platform/sign-up-invitations/compose.ts'
import { composeReceipt } from './sales/receipts/compose-mail.ts'

/** Composer for each kind of mail. */
export const MAIL_COMPOSERS: Record<MailKind, Composer> = {
  PasswordReset: composeReset,
  AddressLink: composeAddressLink,
  PasswordChanged: composePasswordChanged,
  Invitation: composeInvitation,
  Visit: composeVisit,
  IdentityLinked: composeIdentityLinked,
  SecondFactorRemoved: composeFactorRemoved,
  OwnershipOffer: composeOffer,
  SignUpInvitation: composeSignUpInvitation,
  Receipt: composeReceipt,
  Feedback: composeFeedback,
  MorningDigest: composeDigest,
}

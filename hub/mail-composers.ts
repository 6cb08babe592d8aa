import { composeAddressLink } from '#hub/features/account/address/send-link.ts'
import { composeReset } from '#hub/features/account/password/forgot-password.ts'
import { composePasswordChanged } from '#hub/features/account/password/password-changed.ts'
import { composeFactorRemoved } from '#hub/features/account/second-factor/remove-factor.ts'
import { composeIdentityLinked } from '#hub/features/account/sign-on/identities.ts'
import { composeFeedback } from '#hub/features/dashboard/feedback/send-feedback.ts'
import { composeDigest } from '#hub/features/operations/digest/compose-mail.ts'
import { composeInvitation } from '#hub/features/organization/employees/invitation/compose.ts'
import { composeOffer } from '#hub/features/organization/owner/offers.ts'
import { composeVisit } from '#hub/features/platform/organizations/visit-letter.ts'
import { composeSignUpInvitation } from '#hub/features/platform/sign-up-invitations/compose.ts'
import { composeReceipt } from '#hub/features/sales/receipts/compose-mail.ts'
import type { Composer } from '#hub/integrations/mail/send-mails.ts'
import type { MailKind } from '#shared/contracts/platform/mail.ts'

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

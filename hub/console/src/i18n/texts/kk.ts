import account from '../../account/texts/kk.json' with { type: 'json' }
import home from '../../home/texts/kk.json' with { type: 'json' }
import shell from '../../shell/texts/kk.json' with { type: 'json' }

/** Texts needed first: those of the account, the first page and the page frame. */
export const texts = {
  ...account,
  ...home,
  ...shell,
}

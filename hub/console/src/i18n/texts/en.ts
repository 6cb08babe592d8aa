import account from '../../account/texts/en.json' with { type: 'json' }
import home from '../../home/texts/en.json' with { type: 'json' }
import shell from '../../shell/texts/en.json' with { type: 'json' }

/** Texts needed first: those of the account, the first page and the page frame. */
export const texts = {
  ...account,
  ...home,
  ...shell,
}

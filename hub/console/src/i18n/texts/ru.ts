import account from '../../account/texts/ru.json' with { type: 'json' }
import home from '../../home/texts/ru.json' with { type: 'json' }
import shell from '../../shell/texts/ru.json' with { type: 'json' }

/** What is said before one goes anywhere: by the account, the first page and what stands around every page. */
export const texts = {
  ...account,
  ...home,
  ...shell,
}

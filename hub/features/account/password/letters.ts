import type { Letter } from '#hub/mail/letter.ts'

export function resetLetter(language: 'en' | 'ru', url: string): Letter {
  return language === 'ru'
    ? {
        subject: 'Новый пароль',
        paragraphs: [
          'Кто-то попросил задать новый пароль для вашей учётной записи.',
          'Ссылка действует 30 минут и только один раз. Все сеансы после этого завершатся.',
        ],
        action: { label: 'Задать новый пароль', url },
        notes: ['Если это были не вы, ничего делать не нужно: пароль останется прежним.'],
      }
    : {
        subject: 'Choose a new password',
        paragraphs: [
          'Somebody has asked for a new password of your account.',
          'The link works for 30 minutes, and once. All sessions end with it.',
        ],
        action: { label: 'Choose a new password', url },
        notes: ['If it was not you, there is nothing to do: the password stays as it is.'],
      }
}

export function changedLetter(language: 'en' | 'ru', email: string, at: string): Letter {
  const time = `${at.slice(0, 16).replace('T', ' ')} UTC`
  return language === 'ru'
    ? {
        subject: 'Пароль изменён',
        paragraphs: [
          `Пароль учётной записи ${email} изменён (${time}).`,
          'Если это были не вы, сразу задайте новый пароль по ссылке «Забыли пароль?» и сообщите администратору.',
        ],
      }
    : {
        subject: 'Your password was changed',
        paragraphs: [
          `The password of the account ${email} was changed (${time}).`,
          'If it was not you, choose a new one at once by "Forgot password?", and tell your administrator.',
        ],
      }
}

import type { Letter } from '#hub/integrations/mail/letter.ts'
import { makeFormat } from '#shared/std/format.ts'

export function resetLetter(language: 'en' | 'ru', url: string): Letter {
  return language === 'ru'
    ? {
        subject: 'Сброс пароля',
        paragraphs: [
          'Кто-то запросил сброс пароля вашей учётной записи.',
          'Ссылка действует 30 минут и сработает один раз. После смены пароля все сеансы завершатся.',
        ],
        action: { label: 'Задать новый пароль', url },
        notes: ['Если это были не вы, ничего не делайте: пароль останется прежним.'],
      }
    : {
        subject: 'Reset your password',
        paragraphs: [
          'Someone requested a password reset for your account.',
          'The link is valid for 30 minutes and works once. Setting a new password ends all sessions.',
        ],
        action: { label: 'Set new password', url },
        notes: ['If this was not you, you can ignore this e-mail: your password stays the same.'],
      }
}

export function changedLetter(language: 'en' | 'ru', email: string, at: string): Letter {
  const time = `${makeFormat(language, undefined, 'UTC').dateTime(at)} UTC`
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
          'If this was not you, set a new one right away with "Forgot password?" and contact your administrator.',
        ],
      }
}

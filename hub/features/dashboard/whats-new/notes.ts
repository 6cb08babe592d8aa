import type { ReleaseNote } from '#shared/contracts/dashboard/whats-new.ts'

/** Release notes for users, newest version first. */
export const RELEASE_NOTES: readonly ReleaseNote[] = [
  {
    version: '0.1.0',
    date: '2026-11-25',
    title: {
      en: 'Reports on sales, profit and stock',
      ru: 'Отчёты о продажах, прибыли и остатках',
      kk: 'Сату, пайда және қалдықтар туралы есептер',
    },
    text: {
      en: 'See sales, profit, ABC and stock for any period, compare it with another one, and export to CSV and Excel. Open the documents behind each row.',
      ru: 'Продажи, прибыль, ABC и остатки за любой период, сравнение с другим периодом, выгрузка в CSV и Excel. Из каждой строки можно перейти к документам.',
      kk: 'Кез келген кезеңнің сатуы, пайдасы, ABC және қалдықтары, басқа кезеңмен салыстыру, CSV және Excel файлына шығару. Әр жолдан құжаттарға өтуге болады.',
    },
  },
  {
    version: '0.1.0',
    date: '2026-11-25',
    title: {
      en: 'One search for everything',
      ru: 'Один поиск по всему',
      kk: 'Барлығы бойынша бір іздеу',
    },
    text: {
      en: 'Find products, customers, documents, receipts, cards and employees by name, number, barcode or phone, even with a typo.',
      ru: 'Товары, покупатели, документы, чеки, карты и сотрудники находятся по названию, номеру, штрихкоду или телефону, даже с опечаткой.',
      kk: 'Тауарлар, сатып алушылар, құжаттар, чектер, карталар және қызметкерлер атауы, нөмірі, штрихкоды немесе телефоны бойынша, қате терілсе де табылады.',
    },
  },
]

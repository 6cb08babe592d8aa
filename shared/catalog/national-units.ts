/** Unit of measure from the national list, available on every platform. */
export interface NationalUnit {
  /**
   * Code from ОКЕИ (OK 015-94). Codes from 0001 on are our own, for units used by shops that are missing in
   * the list.
   */
  code: string
  /** Short name, as on a price tag. */
  name: string
  fullName: string
  nameEn: string
  nameKk: string
  isFractional: boolean
  /** Code in the table of measures of FFD 1.2 (receipt tag 2108), or 0 if there is none. */
  fiscalMeasure: number
  /** Other spellings found in files, in lowercase and without a trailing period. */
  aliases: readonly string[]
}

type Row = [code: string, name: string, fullName: string, nameEn: string, nameKk: string, aliases?: string]

const units = (rows: Row[], isFractional: boolean, measures: Record<string, number> = {}): NationalUnit[] =>
  rows.map(([code, name, fullName, nameEn, nameKk, aliases = '']) => ({
    code,
    name,
    fullName,
    nameEn,
    nameKk,
    isFractional,
    fiscalMeasure: measures[code] ?? 0,
    aliases: aliases === '' ? [] : aliases.split(', '),
  }))

export const NATIONAL_UNITS: readonly NationalUnit[] = [
  ...units(
    [
      ['003', 'мм', 'Миллиметр', 'millimetre', 'миллиметр', 'mm'],
      ['004', 'см', 'Сантиметр', 'centimetre', 'сантиметр', 'cm'],
      ['005', 'дм', 'Дециметр', 'decimetre', 'дециметр', 'dm'],
      ['006', 'м', 'Метр', 'metre', 'метр', 'm, мтр, meter'],
      ['008', 'км', 'Километр', 'kilometre', 'километр', 'km'],
      [
        '018',
        'пог. м',
        'Погонный метр',
        'linear metre',
        'қума метр',
        'п.м, пм, п/м, м.п, м/п, пог.м, пог м, мп',
      ],
      [
        '051',
        'см2',
        'Квадратный сантиметр',
        'square centimetre',
        'шаршы сантиметр',
        'см², кв.см, кв. см, cm2',
      ],
      ['053', 'дм2', 'Квадратный дециметр', 'square decimetre', 'шаршы дециметр', 'дм², кв.дм, кв. дм, dm2'],
      ['055', 'м2', 'Квадратный метр', 'square metre', 'шаршы метр', 'м², кв.м, кв. м, кв м, m2, m², sqm'],
      ['059', 'га', 'Гектар', 'hectare', 'гектар', 'ha'],
      ['109', 'ар', 'Ар (100 м2)', 'are', 'ар', 'сотка'],
      ['111', 'мл', 'Миллилитр', 'millilitre', 'миллилитр', 'ml, см3, см³, куб.см, куб. см'],
      ['112', 'л', 'Литр', 'litre', 'литр', 'l, лит, ltr, liter, дм3, дм³'],
      ['113', 'м3', 'Кубический метр', 'cubic metre', 'текше метр', 'м³, куб.м, куб. м, куб м, m3, m³'],
      ['116', 'дкл', 'Декалитр', 'decalitre', 'декалитр', 'дал'],
      ['118', 'дл', 'Децилитр', 'decilitre', 'децилитр', 'dl'],
      ['122', 'гл', 'Гектолитр', 'hectolitre', 'гектолитр', 'hl'],
      ['161', 'мг', 'Миллиграмм', 'milligram', 'миллиграмм', 'mg'],
      ['162', 'кар', 'Метрический карат', 'carat', 'карат', 'карат, ct'],
      ['163', 'г', 'Грамм', 'gram', 'грамм', 'гр, g, gr'],
      ['166', 'кг', 'Килограмм', 'kilogram', 'килограмм', 'kg, кило, килограм'],
      ['168', 'т', 'Тонна', 'tonne', 'тонна', 't, тн, тон'],
      ['206', 'ц', 'Центнер', 'quintal', 'центнер', 'цн'],
      ['233', 'Гкал', 'Гигакалория', 'gigacalorie', 'гигакалория', 'gcal'],
      ['245', 'кВт·ч', 'Киловатт-час', 'kilowatt-hour', 'киловатт-сағат', 'квт*ч, квтч, квт.ч, kwh'],
      ['354', 'с', 'Секунда', 'second', 'секунд', 'сек, sec'],
      ['355', 'мин', 'Минута', 'minute', 'минут', 'min'],
      ['356', 'ч', 'Час', 'hour', 'сағат', 'h, hr'],
      ['359', 'сут', 'Сутки', 'day', 'тәулік', 'день, дн, дней'],
      ['360', 'нед', 'Неделя', 'week', 'апта'],
      ['362', 'мес', 'Месяц', 'month', 'ай', 'месяцев'],
      ['366', 'год', 'Год', 'year', 'жыл', 'лет'],
    ],
    true,
    {
      '004': 20,
      '005': 21,
      '006': 22,
      '018': 22,
      '051': 30,
      '053': 31,
      '055': 32,
      '111': 40,
      '112': 41,
      '113': 42,
      '163': 10,
      '166': 11,
      '168': 12,
      '233': 51,
      '245': 50,
      '354': 73,
      '355': 72,
      '356': 71,
      '359': 70,
    },
  ),
  ...units(
    [
      ['616', 'боб', 'Бобина', 'reel', 'бобина', 'катушка, кат'],
      ['625', 'лист', 'Лист', 'sheet', 'парақ', 'л-т, листов, листа'],
      ['639', 'доз', 'Доза', 'dose', 'доза'],
      ['641', 'дюжина', 'Дюжина (12 шт.)', 'dozen', 'дюжина', 'дюж, doz, dz'],
      ['642', 'ед', 'Единица', 'unit', 'бірлік', 'единиц, unit, ea, each'],
      ['657', 'изд', 'Изделие', 'article', 'бұйым', 'изделий'],
      ['698', 'мест', 'Место', 'place', 'орын'],
      ['704', 'набор', 'Набор', 'set', 'жиынтық', 'наб, наборов, set'],
      ['715', 'пар', 'Пара (2 шт.)', 'pair', 'жұп', 'пара, пары, pr'],
      ['728', 'пач', 'Пачка', 'packet', 'бума', 'пачек, пчк, pack'],
      ['735', 'часть', 'Часть', 'part', 'бөлік'],
      ['736', 'рул', 'Рулон', 'roll', 'орам', 'рулонов, roll'],
      ['740', 'дюжина шт', 'Дюжина штук', 'dozen pieces', 'дюжина дана'],
      ['745', 'элем', 'Элемент', 'element', 'элемент'],
      ['778', 'упак', 'Упаковка', 'package', 'қаптама', 'уп, уп-ка, упаков, упаковок, package, pkg'],
      ['792', 'чел', 'Человек', 'person', 'адам'],
      ['796', 'шт', 'Штука', 'piece', 'дана', 'штук, штуки, pc, pcs, piece, pieces, дана'],
      ['797', '100 шт', 'Сто штук', 'hundred pieces', 'жүз дана', 'сто шт'],
      ['798', 'тыс. шт', 'Тысяча штук', 'thousand pieces', 'мың дана', 'тыс шт, тыс.шт, 1000 шт'],
      ['812', 'ящ', 'Ящик', 'crate', 'жәшік', 'ящиков, crate'],
      ['836', 'гол', 'Голова', 'head', 'бас'],
      ['839', 'компл', 'Комплект', 'kit', 'жинақ', 'к-т, кмп, к-кт, комплектов, kit'],
      ['840', 'секц', 'Секция', 'section', 'секция'],
      ['868', 'бут', 'Бутылка', 'bottle', 'бөтелке', 'бутылок, бтл, bottle, btl'],
      ['870', 'ампул', 'Ампула', 'ampoule', 'ампула', 'амп'],
      ['872', 'флак', 'Флакон', 'flask', 'құты', 'фл, флаконов'],
      ['876', 'усл. ед', 'Условная единица', 'conventional unit', 'шартты бірлік', 'усл.ед, у.е, уе'],
      ['917', 'смен', 'Смена', 'shift', 'ауысым', 'смена'],
      ['8751', 'кор', 'Коробка', 'box', 'қорап', 'короб, коробок, коробка, box'],
      ['0001', 'банка', 'Банка', 'can', 'банка', 'бан, банок, б-ка, can, jar'],
      ['0002', 'пакет', 'Пакет', 'bag', 'пакет', 'пак, пакетов, bag'],
      ['0003', 'мешок', 'Мешок', 'sack', 'қап', 'меш, мешков, sack'],
      ['0004', 'туба', 'Туба', 'tube', 'туба', 'тюбик, тюб, туб, tube'],
      ['0005', 'порц', 'Порция', 'portion', 'порция', 'порций, portion'],
      ['0006', 'блок', 'Блок', 'block', 'блок', 'бл, блоков, block'],
      ['0007', 'плит', 'Плитка', 'bar', 'плитка', 'плиток, bar'],
      ['0008', 'кус', 'Кусок', 'slab', 'кесек', 'кусков'],
      ['0009', 'букет', 'Букет', 'bunch', 'гүл шоғы', 'пучок, пуч, bunch'],
      ['0010', 'поддон', 'Поддон', 'pallet', 'табандық', 'паллета, палета, pallet'],
      ['0011', 'ведро', 'Ведро', 'bucket', 'шелек', 'вед, bucket'],
      ['0012', 'услуга', 'Услуга', 'service', 'қызмет', 'усл, service'],
      ['0013', 'дес', 'Десяток', 'ten', 'ондық', 'десяток, десятка'],
      ['0014', 'балл', 'Баллон', 'cylinder', 'баллон', 'баллон, бал'],
    ],
    false,
  ),
]

const CODES = new Map(
  NATIONAL_UNITS.flatMap(({ code, name, fullName, nameEn, nameKk, aliases }) =>
    [name, fullName, nameEn, nameKk, ...aliases].map((each) => [compact(spellingOf(each)), code] as const),
  ).reverse(),
)

/** Normalizes a name. Ignores case, a trailing period and repeated white space, and replaces ё with е. */
function spellingOf(name: string): string {
  return name.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').replace(/\.$/, '').trim()
}

/** Unifies spellings such as «м 2», «м²» and «м2». */
function compact(spelling: string): string {
  return spelling.replaceAll(' ', '').replaceAll('²', '2').replaceAll('³', '3')
}

/** Returns the same key for all spellings of a unit: its code in the national list, or the normalized spelling. */
export function unitKey(name: string): string {
  const spelling = spellingOf(name)
  return CODES.get(compact(spelling)) ?? spelling
}

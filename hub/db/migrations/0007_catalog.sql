CREATE TABLE "counterparties" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"kind" text DEFAULT 'LegalEntity' NOT NULL,
	"is_supplier" boolean DEFAULT true NOT NULL,
	"is_customer" boolean DEFAULT true NOT NULL,
	"tax_id" text,
	"kpp" text,
	"ogrn" text,
	"okpo" text,
	"legal_title" text,
	"legal_address" text,
	"actual_address" text,
	"phone" text,
	"phone_number" text,
	"email" text,
	"birth_date" date,
	"sex" text,
	"price_type_id" uuid,
	"bank_accounts" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"code" text,
	"external_code" text,
	"description" text,
	"is_system" boolean DEFAULT false NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	CONSTRAINT "counterparties_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "counterparties_code_key" UNIQUE("organization_id","code"),
	CONSTRAINT "counterparties_external_code_key" UNIQUE("organization_id","external_code")
);
--> statement-breakpoint
CREATE TABLE "countries" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"code" text,
	"alpha2" text,
	"is_preset" boolean DEFAULT false NOT NULL,
	CONSTRAINT "countries_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "countries_name_key" UNIQUE("organization_id","name"),
	CONSTRAINT "countries_code_key" UNIQUE("organization_id","code")
);
--> statement-breakpoint
CREATE TABLE "future_prices" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"price_type_id" uuid NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"value" bigint NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "future_prices_organization_id_product_id_price_type_id_starts_at_pk" PRIMARY KEY("organization_id","product_id","price_type_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "organization_currencies" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"name" text NOT NULL,
	"full_name" text,
	"code" text NOT NULL,
	"iso_code" text NOT NULL,
	"symbol" text,
	"rate" numeric(18, 6) DEFAULT '1' NOT NULL,
	"multiplicity" integer DEFAULT 1 NOT NULL,
	"is_preset" boolean DEFAULT false NOT NULL,
	"is_archived" boolean DEFAULT false NOT NULL,
	CONSTRAINT "organization_currencies_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "organization_currencies_code_key" UNIQUE("organization_id","code"),
	CONSTRAINT "organization_currencies_iso_code_key" UNIQUE("organization_id","iso_code")
);
--> statement-breakpoint
CREATE TABLE "product_images" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"file_key" text NOT NULL,
	"content_type" text NOT NULL,
	"size" integer NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"is_main" boolean NOT NULL,
	"sort_order" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_images_organization_id_id_pk" PRIMARY KEY("organization_id","id"),
	CONSTRAINT "product_images_file_key" UNIQUE("organization_id","file_key")
);
--> statement-breakpoint
CREATE TABLE "product_imports" (
	"organization_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"format" text NOT NULL,
	"file_name" text NOT NULL,
	"file_key" text NOT NULL,
	"status" text NOT NULL,
	"rows_total" integer,
	"rows_done" integer DEFAULT 0 NOT NULL,
	"outcome" jsonb,
	"created_by_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "product_imports_organization_id_id_pk" PRIMARY KEY("organization_id","id")
);
--> statement-breakpoint
CREATE TABLE "product_min_stocks" (
	"organization_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"store_id" uuid NOT NULL,
	"min_stock" bigint NOT NULL,
	CONSTRAINT "product_min_stocks_organization_id_product_id_store_id_pk" PRIMARY KEY("organization_id","product_id","store_id")
);
--> statement-breakpoint
CREATE TABLE "retail_point_cashiers" (
	"organization_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"employee_id" uuid NOT NULL,
	CONSTRAINT "retail_point_cashiers_organization_id_retail_point_id_employee_id_pk" PRIMARY KEY("organization_id","retail_point_id","employee_id")
);
--> statement-breakpoint
CREATE TABLE "retail_point_groups" (
	"organization_id" uuid NOT NULL,
	"retail_point_id" uuid NOT NULL,
	"product_group_id" uuid NOT NULL,
	CONSTRAINT "retail_point_groups_organization_id_retail_point_id_product_group_id_pk" PRIMARY KEY("organization_id","retail_point_id","product_group_id")
);
--> statement-breakpoint
CREATE TABLE "preset_countries" (
	"code" text PRIMARY KEY NOT NULL,
	"alpha2" text NOT NULL,
	"name_en" text NOT NULL,
	"name_ru" text NOT NULL,
	CONSTRAINT "preset_countries_alpha2_key" UNIQUE("alpha2")
);
--> statement-breakpoint
-- ISO 3166-1, with the names in use.
INSERT INTO preset_countries (code, alpha2, name_en, name_ru) VALUES
  ('004', 'AF', 'Afghanistan', 'Афганистан'),
  ('008', 'AL', 'Albania', 'Албания'),
  ('010', 'AQ', 'Antarctica', 'Антарктида'),
  ('012', 'DZ', 'Algeria', 'Алжир'),
  ('016', 'AS', 'American Samoa', 'Американское Самоа'),
  ('020', 'AD', 'Andorra', 'Андорра'),
  ('024', 'AO', 'Angola', 'Ангола'),
  ('028', 'AG', 'Antigua and Barbuda', 'Антигуа и Барбуда'),
  ('031', 'AZ', 'Azerbaijan', 'Азербайджан'),
  ('032', 'AR', 'Argentina', 'Аргентина'),
  ('036', 'AU', 'Australia', 'Австралия'),
  ('040', 'AT', 'Austria', 'Австрия'),
  ('044', 'BS', 'Bahamas', 'Багамы'),
  ('048', 'BH', 'Bahrain', 'Бахрейн'),
  ('050', 'BD', 'Bangladesh', 'Бангладеш'),
  ('051', 'AM', 'Armenia', 'Армения'),
  ('052', 'BB', 'Barbados', 'Барбадос'),
  ('056', 'BE', 'Belgium', 'Бельгия'),
  ('060', 'BM', 'Bermuda', 'Бермуды'),
  ('064', 'BT', 'Bhutan', 'Бутан'),
  ('068', 'BO', 'Bolivia', 'Боливия'),
  ('070', 'BA', 'Bosnia and Herzegovina', 'Босния и Герцеговина'),
  ('072', 'BW', 'Botswana', 'Ботсвана'),
  ('074', 'BV', 'Bouvet Island', 'Остров Буве'),
  ('076', 'BR', 'Brazil', 'Бразилия'),
  ('084', 'BZ', 'Belize', 'Белиз'),
  ('086', 'IO', 'British Indian Ocean Territory', 'Британская территория в Индийском океане'),
  ('090', 'SB', 'Solomon Islands', 'Соломоновы Острова'),
  ('092', 'VG', 'Virgin Islands, British', 'Виргинские Острова (Великобритания)'),
  ('096', 'BN', 'Brunei Darussalam', 'Бруней'),
  ('100', 'BG', 'Bulgaria', 'Болгария'),
  ('104', 'MM', 'Myanmar', 'Мьянма'),
  ('108', 'BI', 'Burundi', 'Бурунди'),
  ('112', 'BY', 'Belarus', 'Беларусь'),
  ('116', 'KH', 'Cambodia', 'Камбоджа'),
  ('120', 'CM', 'Cameroon', 'Камерун'),
  ('124', 'CA', 'Canada', 'Канада'),
  ('132', 'CV', 'Cape Verde', 'Кабо-Верде'),
  ('136', 'KY', 'Cayman Islands', 'Острова Кайман'),
  ('140', 'CF', 'Central African Republic', 'ЦАР'),
  ('144', 'LK', 'Sri Lanka', 'Шри-Ланка'),
  ('148', 'TD', 'Chad', 'Чад'),
  ('152', 'CL', 'Chile', 'Чили'),
  ('156', 'CN', 'People''s Republic of China', 'КНР (Китайская Народная Республика)'),
  ('158', 'TW', 'Taiwan, Province of China', 'Тайвань'),
  ('162', 'CX', 'Christmas Island', 'Остров Рождества'),
  ('166', 'CC', 'Cocos (Keeling) Islands', 'Кокосовые острова'),
  ('170', 'CO', 'Colombia', 'Колумбия'),
  ('174', 'KM', 'Comoros', 'Коморы'),
  ('175', 'YT', 'Mayotte', 'Майотта'),
  ('178', 'CG', 'Republic of the Congo', 'Республика Конго'),
  ('180', 'CD', 'Democratic Republic of the Congo', 'Демократическая Республика Конго'),
  ('184', 'CK', 'Cook Islands', 'Острова Кука'),
  ('188', 'CR', 'Costa Rica', 'Коста-Рика'),
  ('191', 'HR', 'Croatia', 'Хорватия'),
  ('192', 'CU', 'Cuba', 'Куба'),
  ('196', 'CY', 'Cyprus', 'Кипр'),
  ('203', 'CZ', 'Czech Republic', 'Чехия'),
  ('204', 'BJ', 'Benin', 'Бенин'),
  ('208', 'DK', 'Denmark', 'Дания'),
  ('212', 'DM', 'Dominica', 'Доминика'),
  ('214', 'DO', 'Dominican Republic', 'Доминиканская Республика'),
  ('218', 'EC', 'Ecuador', 'Эквадор'),
  ('222', 'SV', 'El Salvador', 'Сальвадор'),
  ('226', 'GQ', 'Equatorial Guinea', 'Экваториальная Гвинея'),
  ('231', 'ET', 'Ethiopia', 'Эфиопия'),
  ('232', 'ER', 'Eritrea', 'Эритрея'),
  ('233', 'EE', 'Estonia', 'Эстония'),
  ('234', 'FO', 'Faroe Islands', 'Фареры'),
  ('238', 'FK', 'Falkland Islands (Malvinas)', 'Фолклендские острова'),
  ('239', 'GS', 'South Georgia and the South Sandwich Islands', 'Южная Георгия и Южные Сандвичевы Острова'),
  ('242', 'FJ', 'Fiji', 'Фиджи'),
  ('246', 'FI', 'Finland', 'Финляндия'),
  ('248', 'AX', 'Åland Islands', 'Аландские острова'),
  ('250', 'FR', 'France', 'Франция'),
  ('254', 'GF', 'French Guiana', 'Гвиана'),
  ('258', 'PF', 'French Polynesia', 'Французская Полинезия'),
  ('260', 'TF', 'French Southern Territories', 'Французские Южные и Антарктические Территории'),
  ('262', 'DJ', 'Djibouti', 'Джибути'),
  ('266', 'GA', 'Gabon', 'Габон'),
  ('268', 'GE', 'Georgia', 'Грузия'),
  ('270', 'GM', 'Republic of The Gambia', 'Гамбия'),
  ('275', 'PS', 'State of Palestine', 'Государство Палестина'),
  ('276', 'DE', 'Germany', 'Германия'),
  ('288', 'GH', 'Ghana', 'Гана'),
  ('292', 'GI', 'Gibraltar', 'Гибралтар'),
  ('296', 'KI', 'Kiribati', 'Кирибати'),
  ('300', 'GR', 'Greece', 'Греция'),
  ('304', 'GL', 'Greenland', 'Гренландия'),
  ('308', 'GD', 'Grenada', 'Гренада'),
  ('312', 'GP', 'Guadeloupe', 'Гваделупа'),
  ('316', 'GU', 'Guam', 'Гуам'),
  ('320', 'GT', 'Guatemala', 'Гватемала'),
  ('324', 'GN', 'Guinea', 'Гвинея'),
  ('328', 'GY', 'Guyana', 'Гайана'),
  ('332', 'HT', 'Haiti', 'Гаити'),
  ('334', 'HM', 'Heard Island and McDonald Islands', 'Херд и Макдональд'),
  ('336', 'VA', 'Holy See (Vatican City State)', 'Ватикан'),
  ('340', 'HN', 'Honduras', 'Гондурас'),
  ('344', 'HK', 'Hong Kong', 'Гонконг'),
  ('348', 'HU', 'Hungary', 'Венгрия'),
  ('352', 'IS', 'Iceland', 'Исландия'),
  ('356', 'IN', 'India', 'Индия'),
  ('360', 'ID', 'Indonesia', 'Индонезия'),
  ('364', 'IR', 'Islamic Republic of Iran', 'Иран'),
  ('368', 'IQ', 'Iraq', 'Ирак'),
  ('372', 'IE', 'Ireland', 'Ирландия'),
  ('376', 'IL', 'Israel', 'Израиль'),
  ('380', 'IT', 'Italy', 'Италия'),
  ('384', 'CI', 'Cote d''Ivoire', 'Кот-д’Ивуар'),
  ('388', 'JM', 'Jamaica', 'Ямайка'),
  ('392', 'JP', 'Japan', 'Япония'),
  ('398', 'KZ', 'Kazakhstan', 'Казахстан'),
  ('400', 'JO', 'Jordan', 'Иордания'),
  ('404', 'KE', 'Kenya', 'Кения'),
  ('408', 'KP', 'North Korea', 'КНДР (Корейская Народно-Демократическая Республика)'),
  ('410', 'KR', 'South Korea', 'Республика Корея'),
  ('414', 'KW', 'Kuwait', 'Кувейт'),
  ('417', 'KG', 'Kyrgyzstan', 'Киргизия'),
  ('418', 'LA', 'Lao People''s Democratic Republic', 'Лаос'),
  ('422', 'LB', 'Lebanon', 'Ливан'),
  ('426', 'LS', 'Lesotho', 'Лесото'),
  ('428', 'LV', 'Latvia', 'Латвия'),
  ('430', 'LR', 'Liberia', 'Либерия'),
  ('434', 'LY', 'Libya', 'Ливия'),
  ('438', 'LI', 'Liechtenstein', 'Лихтенштейн'),
  ('440', 'LT', 'Lithuania', 'Литва'),
  ('442', 'LU', 'Luxembourg', 'Люксембург'),
  ('446', 'MO', 'Macao', 'Макао'),
  ('450', 'MG', 'Madagascar', 'Мадагаскар'),
  ('454', 'MW', 'Malawi', 'Малави'),
  ('458', 'MY', 'Malaysia', 'Малайзия'),
  ('462', 'MV', 'Maldives', 'Мальдивы'),
  ('466', 'ML', 'Mali', 'Мали'),
  ('470', 'MT', 'Malta', 'Мальта'),
  ('474', 'MQ', 'Martinique', 'Мартиника'),
  ('478', 'MR', 'Mauritania', 'Мавритания'),
  ('480', 'MU', 'Mauritius', 'Маврикий'),
  ('484', 'MX', 'Mexico', 'Мексика'),
  ('492', 'MC', 'Monaco', 'Монако'),
  ('496', 'MN', 'Mongolia', 'Монголия'),
  ('498', 'MD', 'Moldova, Republic of', 'Молдавия'),
  ('499', 'ME', 'Montenegro', 'Черногория'),
  ('500', 'MS', 'Montserrat', 'Монтсеррат'),
  ('504', 'MA', 'Morocco', 'Марокко'),
  ('508', 'MZ', 'Mozambique', 'Мозамбик'),
  ('512', 'OM', 'Oman', 'Оман'),
  ('516', 'NA', 'Namibia', 'Намибия'),
  ('520', 'NR', 'Nauru', 'Науру'),
  ('524', 'NP', 'Nepal', 'Непал'),
  ('528', 'NL', 'Netherlands', 'Нидерланды'),
  ('531', 'CW', 'Curaçao', 'Кюрасао'),
  ('533', 'AW', 'Aruba', 'Аруба'),
  ('534', 'SX', 'Sint Maarten (Dutch part)', 'Синт-Мартен'),
  ('535', 'BQ', 'Bonaire, Sint Eustatius and Saba', 'Бонэйр, Синт-Эстатиус и Саба'),
  ('540', 'NC', 'New Caledonia', 'Новая Каледония'),
  ('548', 'VU', 'Vanuatu', 'Вануату'),
  ('554', 'NZ', 'New Zealand', 'Новая Зеландия'),
  ('558', 'NI', 'Nicaragua', 'Никарагуа'),
  ('562', 'NE', 'Niger', 'Нигер'),
  ('566', 'NG', 'Nigeria', 'Нигерия'),
  ('570', 'NU', 'Niue', 'Ниуэ'),
  ('574', 'NF', 'Norfolk Island', 'Остров Норфолк'),
  ('578', 'NO', 'Norway', 'Норвегия'),
  ('580', 'MP', 'Northern Mariana Islands', 'Северные Марианские Острова'),
  ('581', 'UM', 'United States Minor Outlying Islands', 'Внешние малые острова (США)'),
  ('583', 'FM', 'Micronesia, Federated States of', 'Микронезия'),
  ('584', 'MH', 'Marshall Islands', 'Маршалловы Острова'),
  ('585', 'PW', 'Palau', 'Палау'),
  ('586', 'PK', 'Pakistan', 'Пакистан'),
  ('591', 'PA', 'Panama', 'Панама'),
  ('598', 'PG', 'Papua New Guinea', 'Папуа — Новая Гвинея'),
  ('600', 'PY', 'Paraguay', 'Парагвай'),
  ('604', 'PE', 'Peru', 'Перу'),
  ('608', 'PH', 'Philippines', 'Филиппины'),
  ('612', 'PN', 'Pitcairn', 'Острова Питкэрн'),
  ('616', 'PL', 'Poland', 'Польша'),
  ('620', 'PT', 'Portugal', 'Португалия'),
  ('624', 'GW', 'Guinea-Bissau', 'Гвинея-Бисау'),
  ('626', 'TL', 'Timor-Leste', 'Восточный Тимор'),
  ('630', 'PR', 'Puerto Rico', 'Пуэрто-Рико'),
  ('634', 'QA', 'Qatar', 'Катар'),
  ('638', 'RE', 'Reunion', 'Реюньон'),
  ('642', 'RO', 'Romania', 'Румыния'),
  ('643', 'RU', 'Russia', 'Россия'),
  ('646', 'RW', 'Rwanda', 'Руанда'),
  ('652', 'BL', 'Saint Barthélemy', 'Сен-Бартелеми'),
  ('654', 'SH', 'Saint Helena', 'Острова Святой Елены, Вознесения и Тристан-да-Кунья'),
  ('659', 'KN', 'Saint Kitts and Nevis', 'Сент-Китс и Невис'),
  ('660', 'AI', 'Anguilla', 'Ангилья'),
  ('662', 'LC', 'Saint Lucia', 'Сент-Люсия'),
  ('663', 'MF', 'Saint Martin (French part)', 'Сен-Мартен'),
  ('666', 'PM', 'Saint Pierre and Miquelon', 'Сен-Пьер и Микелон'),
  ('670', 'VC', 'Saint Vincent and the Grenadines', 'Сент-Винсент и Гренадины'),
  ('674', 'SM', 'San Marino', 'Сан-Марино'),
  ('678', 'ST', 'Sao Tome and Principe', 'Сан-Томе и Принсипи'),
  ('682', 'SA', 'Saudi Arabia', 'Саудовская Аравия'),
  ('686', 'SN', 'Senegal', 'Сенегал'),
  ('688', 'RS', 'Serbia', 'Сербия'),
  ('690', 'SC', 'Seychelles', 'Сейшельские Острова'),
  ('694', 'SL', 'Sierra Leone', 'Сьерра-Леоне'),
  ('702', 'SG', 'Singapore', 'Сингапур'),
  ('703', 'SK', 'Slovakia', 'Словакия'),
  ('704', 'VN', 'Vietnam', 'Вьетнам'),
  ('705', 'SI', 'Slovenia', 'Словения'),
  ('706', 'SO', 'Somalia', 'Сомали'),
  ('710', 'ZA', 'South Africa', 'ЮАР'),
  ('716', 'ZW', 'Zimbabwe', 'Зимбабве'),
  ('724', 'ES', 'Spain', 'Испания'),
  ('728', 'SS', 'South Sudan', 'Южный Судан'),
  ('729', 'SD', 'Sudan', 'Судан'),
  ('732', 'EH', 'Western Sahara', 'САДР'),
  ('740', 'SR', 'Suriname', 'Суринам'),
  ('744', 'SJ', 'Svalbard and Jan Mayen', 'Шпицберген и Ян-Майен'),
  ('748', 'SZ', 'Eswatini', 'Эсватини'),
  ('752', 'SE', 'Sweden', 'Швеция'),
  ('756', 'CH', 'Switzerland', 'Швейцария'),
  ('760', 'SY', 'Syrian Arab Republic', 'Сирия'),
  ('762', 'TJ', 'Tajikistan', 'Таджикистан'),
  ('764', 'TH', 'Thailand', 'Таиланд'),
  ('768', 'TG', 'Togo', 'Того'),
  ('772', 'TK', 'Tokelau', 'Токелау'),
  ('776', 'TO', 'Tonga', 'Тонга'),
  ('780', 'TT', 'Trinidad and Tobago', 'Тринидад и Тобаго'),
  ('784', 'AE', 'United Arab Emirates', 'ОАЭ'),
  ('788', 'TN', 'Tunisia', 'Тунис'),
  ('792', 'TR', 'Türkiye', 'Турция'),
  ('795', 'TM', 'Turkmenistan', 'Туркмения'),
  ('796', 'TC', 'Turks and Caicos Islands', 'Теркс и Кайкос'),
  ('798', 'TV', 'Tuvalu', 'Тувалу'),
  ('800', 'UG', 'Uganda', 'Уганда'),
  ('804', 'UA', 'Ukraine', 'Украина'),
  ('807', 'MK', 'The Republic of North Macedonia', 'Северная Македония'),
  ('818', 'EG', 'Egypt', 'Египет'),
  ('826', 'GB', 'United Kingdom', 'Великобритания'),
  ('831', 'GG', 'Guernsey', 'Гернси'),
  ('832', 'JE', 'Jersey', 'Джерси'),
  ('833', 'IM', 'Isle of Man', 'Остров Мэн'),
  ('834', 'TZ', 'United Republic of Tanzania', 'Танзания'),
  ('840', 'US', 'United States of America', 'США'),
  ('850', 'VI', 'Virgin Islands, U.S.', 'Виргинские Острова (США)'),
  ('854', 'BF', 'Burkina Faso', 'Буркина-Фасо'),
  ('858', 'UY', 'Uruguay', 'Уругвай'),
  ('860', 'UZ', 'Uzbekistan', 'Узбекистан'),
  ('862', 'VE', 'Venezuela', 'Венесуэла'),
  ('876', 'WF', 'Wallis and Futuna', 'Уоллис и Футуна'),
  ('882', 'WS', 'Samoa', 'Самоа'),
  ('887', 'YE', 'Yemen', 'Йемен'),
  ('894', 'ZM', 'Zambia', 'Замбия');
--> statement-breakpoint

-- What every organization begins with (hub/features/account/signup), for those that exist already.
INSERT INTO organization_currencies (organization_id, id, name, code, iso_code, symbol, is_preset)
SELECT o.id, c.id, c.name, c.code, c.iso_code, c.symbol, true FROM organizations o CROSS JOIN currencies c;
--> statement-breakpoint
INSERT INTO countries (organization_id, id, name, code, alpha2, is_preset)
SELECT o.id, gen_random_uuid(), CASE WHEN o.country = 'GB' THEN c.name_en ELSE c.name_ru END, c.code, c.alpha2, true
FROM organizations o CROSS JOIN preset_countries c;
--> statement-breakpoint
INSERT INTO counterparties (organization_id, id, name, kind, is_supplier, is_system)
SELECT id, gen_random_uuid(), CASE WHEN country = 'GB' THEN 'Retail customer' ELSE 'Розничный покупатель' END,
  'Individual', false, true
FROM organizations;
--> statement-breakpoint
ALTER TABLE "price_types" DROP CONSTRAINT "price_types_currency_id_currencies_id_fk";
--> statement-breakpoint
ALTER TABLE "price_types" DROP CONSTRAINT "price_types_organization_id_organizations_id_fk";
--> statement-breakpoint
ALTER TABLE "product_groups" ADD COLUMN "vat_rate" integer;--> statement-breakpoint
ALTER TABLE "product_groups" ADD COLUMN "use_parent_vat" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "product_groups" ADD COLUMN "keywords" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "use_group_vat" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "payment_subject" text DEFAULT 'Good' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "tracking_type" text DEFAULT 'NotTracked' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "ntin" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "ikpu" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "country_id" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "supplier_id" uuid;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "weight" bigint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "volume" numeric(12, 6);--> statement-breakpoint
ALTER TABLE "retail_points" ADD COLUMN "number_prefix" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_points" ADD COLUMN "only_in_stock" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_points" ADD COLUMN "control_stock" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_points" ADD COLUMN "allow_discount" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_points" ADD COLUMN "max_discount_percent" integer DEFAULT 10000 NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_points" ADD COLUMN "allow_delete_lines" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_points" ADD COLUMN "allow_return_from_closed_shift" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_points" ADD COLUMN "require_cashier_choice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_points" ADD COLUMN "print_always" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_points" ADD COLUMN "sync_customers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_points" ADD COLUMN "tax_system" text;--> statement-breakpoint
ALTER TABLE "retail_points" ADD COLUMN "cash_rounding" text DEFAULT 'None' NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_points" ADD COLUMN "cash_rounding_step" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "retail_points" ADD COLUMN "required_customer_fields" text[] DEFAULT '{"Phone"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "stores" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "counterparties" ADD CONSTRAINT "counterparties_organization_id_price_type_id_price_types_organization_id_id_fk" FOREIGN KEY ("organization_id","price_type_id") REFERENCES "public"."price_types"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "counterparties" ADD CONSTRAINT "counterparties_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "countries" ADD CONSTRAINT "countries_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "future_prices" ADD CONSTRAINT "future_prices_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "future_prices" ADD CONSTRAINT "future_prices_organization_id_price_type_id_price_types_organization_id_id_fk" FOREIGN KEY ("organization_id","price_type_id") REFERENCES "public"."price_types"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "organization_currencies" ADD CONSTRAINT "organization_currencies_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_imports" ADD CONSTRAINT "product_imports_organization_id_organizations_id_fk" FOREIGN KEY ("organization_id") REFERENCES "public"."organizations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_min_stocks" ADD CONSTRAINT "product_min_stocks_organization_id_product_id_products_organization_id_id_fk" FOREIGN KEY ("organization_id","product_id") REFERENCES "public"."products"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_min_stocks" ADD CONSTRAINT "product_min_stocks_organization_id_store_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","store_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_point_cashiers" ADD CONSTRAINT "retail_point_cashiers_organization_id_retail_point_id_retail_points_organization_id_id_fk" FOREIGN KEY ("organization_id","retail_point_id") REFERENCES "public"."retail_points"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_point_cashiers" ADD CONSTRAINT "retail_point_cashiers_organization_id_employee_id_employees_organization_id_id_fk" FOREIGN KEY ("organization_id","employee_id") REFERENCES "public"."employees"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_point_groups" ADD CONSTRAINT "retail_point_groups_organization_id_retail_point_id_retail_points_organization_id_id_fk" FOREIGN KEY ("organization_id","retail_point_id") REFERENCES "public"."retail_points"("organization_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retail_point_groups" ADD CONSTRAINT "retail_point_groups_organization_id_product_group_id_product_groups_organization_id_id_fk" FOREIGN KEY ("organization_id","product_group_id") REFERENCES "public"."product_groups"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "counterparties_system_key" ON "counterparties" USING btree ("organization_id") WHERE is_system;--> statement-breakpoint
CREATE INDEX "counterparties_name_idx" ON "counterparties" USING btree ("organization_id","name","id");--> statement-breakpoint
CREATE INDEX "counterparties_tax_id_idx" ON "counterparties" USING btree ("organization_id","tax_id");--> statement-breakpoint
CREATE INDEX "counterparties_phone_idx" ON "counterparties" USING btree ("organization_id","phone_number");--> statement-breakpoint
CREATE INDEX "counterparties_price_type_idx" ON "counterparties" USING btree ("organization_id","price_type_id");--> statement-breakpoint
CREATE INDEX "future_prices_price_type_idx" ON "future_prices" USING btree ("organization_id","price_type_id");--> statement-breakpoint
CREATE INDEX "future_prices_starts_idx" ON "future_prices" USING btree ("organization_id","starts_at");--> statement-breakpoint
CREATE UNIQUE INDEX "product_images_main_key" ON "product_images" USING btree ("organization_id","product_id") WHERE is_main;--> statement-breakpoint
CREATE INDEX "product_images_product_idx" ON "product_images" USING btree ("organization_id","product_id","sort_order");--> statement-breakpoint
CREATE INDEX "product_imports_created_idx" ON "product_imports" USING btree ("organization_id","created_at");--> statement-breakpoint
CREATE INDEX "product_min_stocks_store_idx" ON "product_min_stocks" USING btree ("organization_id","store_id");--> statement-breakpoint
CREATE INDEX "retail_point_cashiers_employee_idx" ON "retail_point_cashiers" USING btree ("organization_id","employee_id");--> statement-breakpoint
CREATE INDEX "retail_point_groups_group_idx" ON "retail_point_groups" USING btree ("organization_id","product_group_id");--> statement-breakpoint
ALTER TABLE "price_types" ADD CONSTRAINT "price_types_organization_id_currency_id_organization_currencies_organization_id_id_fk" FOREIGN KEY ("organization_id","currency_id") REFERENCES "public"."organization_currencies"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_organization_id_country_id_countries_organization_id_id_fk" FOREIGN KEY ("organization_id","country_id") REFERENCES "public"."countries"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_organization_id_supplier_id_counterparties_organization_id_id_fk" FOREIGN KEY ("organization_id","supplier_id") REFERENCES "public"."counterparties"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stores" ADD CONSTRAINT "stores_organization_id_parent_id_stores_organization_id_id_fk" FOREIGN KEY ("organization_id","parent_id") REFERENCES "public"."stores"("organization_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "price_types_currency_idx" ON "price_types" USING btree ("organization_id","currency_id");--> statement-breakpoint
CREATE INDEX "products_country_idx" ON "products" USING btree ("organization_id","country_id");--> statement-breakpoint
CREATE INDEX "products_supplier_idx" ON "products" USING btree ("organization_id","supplier_id");--> statement-breakpoint
CREATE INDEX "stores_parent_idx" ON "stores" USING btree ("organization_id","parent_id");--> statement-breakpoint

DO $$
DECLARE
  tenant_table text;
BEGIN
  FOREACH tenant_table IN ARRAY ARRAY[
    'counterparties', 'countries', 'organization_currencies', 'future_prices', 'product_images', 'product_imports',
    'product_min_stocks', 'retail_point_cashiers', 'retail_point_groups']
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', tenant_table);
    EXECUTE format(
      'CREATE POLICY tenant ON %I USING (organization_id = current_organization())'
      ' WITH CHECK (organization_id = current_organization())', tenant_table);
  END LOOP;
END
$$;
--> statement-breakpoint

-- What of it tills hold (0001_tenancy.sql).
DO $$
DECLARE
  source record;
BEGIN
  FOR source IN
    SELECT * FROM (VALUES
      ('future_prices', 'product', 'product_id'),
      ('retail_point_groups', 'settings', 'retail_point_id'),
      ('retail_point_cashiers', 'settings', 'retail_point_id')
    ) AS v (table_name, kind, id_column)
  LOOP
    EXECUTE format(
      'CREATE TRIGGER feed_insert AFTER INSERT ON %I REFERENCING NEW TABLE AS changed
       FOR EACH STATEMENT EXECUTE FUNCTION feed_mark(%L, %L, %L)',
      source.table_name, source.kind, source.id_column, 'organization_id');
    EXECUTE format(
      'CREATE TRIGGER feed_update AFTER UPDATE ON %I REFERENCING NEW TABLE AS changed
       FOR EACH STATEMENT EXECUTE FUNCTION feed_mark(%L, %L, %L)',
      source.table_name, source.kind, source.id_column, 'organization_id');
    EXECUTE format(
      'CREATE TRIGGER feed_delete AFTER DELETE ON %I REFERENCING OLD TABLE AS changed
       FOR EACH STATEMENT EXECUTE FUNCTION feed_mark(%L, %L, %L)',
      source.table_name, source.kind, source.id_column, 'organization_id');
  END LOOP;
END
$$;

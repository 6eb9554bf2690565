/**
 * Attempts that use what the rules allow since honest sentences were blocked. The notation is that of attempts.ts; all are
 * held back.
 */
export const LATER_ATTEMPTS: Readonly<Record<string, readonly string[]>> = {
  'palabras entre las cifras': [
    '55, algo, 4132, otra cosa, 9877',
    '55 algo 4132 otra cosa 9877',
    '55 hola 41 como 32 estas 98 bien 77 adios',
    'son 55 muy buenas 41 casas 32 bonitas 98 y 77 listas',
    // Numbers as large as parts of a phone number are not explained by a unit.
    '55 años 1234 metros 5678 pesos',
    'Tengo 55 años, son 4132 metros y cobro 9877 pesos',
    'calle 55 piso 4132 casa 9877',
    'Tengo 55 años, de 1234 a 5678 trabajé',
    'vivo en el 55, son 1990 y pico, 9877',
    '552 metros, 413 pesos y 2987 días',
    '55 metros 41329877 pesos',
    '552 pesos 4132987 metros',
    // One word does not explain several numbers.
    '55 pesos 41 pesos 32 pesos 98 pesos 77 pesos',
    '55 años 41 años 32 años 98 años 77 años',
    '55 metros 41 pesos 32 metros 98 pesos 77 metros',
    'calle 55 calle 41 calle 32 calle 98 calle 77',
    '5 metros 5 pesos 4 metros 1 pesos 3 metros 2 pesos 9 metros 8 pesos 7 metros 7 pesos',
    '55 años 4132 9877',
    '55 años, 41 32 98 77',
    '55 años 41 y 32 y 98 y 77 pesos',
    'Tengo 55 años, mi taller es el 41, luego el 32, luego el 98 y 77',
    // The text is about calling.
    'mi cel: 55 años 41 metros 32 pesos 98 horas 77 días',
    'marca 55 pesos 41 metros 32 horas 98 77',
    // These are no hours.
    'de 55 a 41 en punto, de 32 a 98 y de 77',
    'a las 55 y a las 41, a las 32, a las 98, a las 77',
    'de 5 a 5 diario, de 4 a 1 casi, de 3 a 2 pues, de 9 a 8 casi, de 7 a 7',
    // The word is separated from the number.
    '55, años 41, metros 32, pesos 98, horas 77, días',
  ],
  'salgo y encuentras': [
    'me encuentras en face',
    'salgo en insta',
    'me encuentras también en el face',
    'nos encuentras en Facebook o en la calle',
    'por whats me encuentras',
    'me encuentras por el WhatsApp',
    'en insta salgo',
    'en face me encuentras',
    'en mi face me encuentras siempre',
    'en insta salgo como plomerojuan',
    'en insta salgo como Juan Plomero',
    'ahí en face me encuentras como Plomería Juárez',
    'insta: me encuentras como plomerojuan',
    'insta salgo juan_plomero',
    'me encuentras como Plomería Juárez en face',
    'salgo como Juan Pérez en el face',
    'me encuentras con nombre Plomería Juárez en face',
    'salgo con mi nombre en f4ce',
  ],
}

/** Commonly guessed passwords. Ignoring digits, symbols and letter substitutions lets a short word list cover thousands. */

/** Normalised by `bareWord`: lower case, no accents, digits or symbols. */
const WORDS = new Set(
  `password passwords passwd pass contrasena contrasenia contra clave claves clavesecreta secreto secreta secret acceso
  entrar entra usuario usuarios admin admins administrador administrator administracion root invitado guest user login
  welcome bienvenido bienvenida bienvenidos hola holamundo hello helloworld letmein iloveyou teamo tequiero teamomucho
  amor amorcito miamor corazon cielo bebe princesa princess reina rey familia mama papa mijo hijo hija hermano amigo
  amigos amiga dios diosesamor jesus jesucristo cristo maria guadalupe virgen angel angelito angeles bendicion fe
  mexico mexicano mexicana mexicolindo vivamexico monterrey guadalajara puebla merida cancun tijuana queretaro leon
  jalisco yucatan sonora sinaloa veracruz chihuahua michoacan oaxaca durango america americas chivas chivasrayadas
  tigres rayados pumas cruzazul santos atlas toluca pachuca necaxa barcelona realmadrid futbol football soccer baseball
  basketball campeon ronaldo messi chicharito maradona dragon dragonball goku naruto pokemon pikachu mario superman
  batman spiderman starwars starwar matrix monkey master shadow sunshine michael jordan jennifer jessica ashley daniel
  andrea alejandro alejandra fernando fernanda francisco guillermo roberto ricardo carlos jose josejose juan juancarlos
  pedro pablo luis jorge miguel manuel antonio sofia valentina camila daniela mariana gabriela patricia veronica carmen
  rosa estrella luna solecito sol mariposa flores flor chocolate cafe tequila cerveza tacos perro perrito gato gatito
  enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre january february march april
  june july august september october november december lunes martes miercoles jueves viernes sabado domingo monday
  tuesday wednesday thursday friday saturday sunday primavera verano otono invierno spring summer autumn winter
  azul rojo verde negro blanco amarillo morado rosado purple orange yellow computer computadora internet google facebook
  instagram youtube whatsapp android samsung iphone apple microsoft windows linux xbox playstation nintendo freedom
  libertad trustno trustnoone changeme cambiame cambialo cambiar temporal temporary prueba pruebas test testing tester
  demo default sistema sistemas soporte empresa empresas negocio negocios oficina trabajo contabilidad finanzas factura
  facturas facturacion factoring factoraje anticipo anticipos anticipa credito creditos banco bancos dinero pesos dolar
  dolares money lana cliente clientes proveedor proveedores portal ventas compras gerente gerencia director direccion
  nada ninguna ninguno nose nolose noseque abcd abcde abcdef abcdefg abcdefgh abcabc qwerty qwertyuiop asdf asdfg asdfgh
  asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qaz qazwsx qazwsxedc wsx edc zaqwsx qweasd qweasdzxc qwe asd zxc aaa abc xyz lol`.split(
    /\s+/,
  ),
);

const ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz', '1q2w3e4r5t6y7u8i9o0p'];
const RUNS = ROWS.flatMap((row) => [row + row, [...(row + row)].reverse().join('')]);
/** Longest acceptable run of adjacent keys. */
const LONGEST_RUN = 5;
/** This many digits and symbols around a known word do not make it harder to guess. */
const FREE_DECORATION = 6;

const SWAPS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '+': 't',
};

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const bareWord = (text: string): string => text.replace(/[^a-z]/g, '');
const swapped = (text: string): string => [...text].map((char) => SWAPS[char] ?? char).join('');

/** A known word with few additions, as is or with digits and symbols substituted for letters. */
const isDecoratedWord = (text: string): boolean => {
  const core = text.replace(/^[^a-z@$]+|[^a-z]+$/g, '');
  return (
    (WORDS.has(bareWord(text)) && text.length - bareWord(text).length <= FREE_DECORATION) ||
    (WORDS.has(swapped(core)) && text.length - core.length <= FREE_DECORATION) ||
    WORDS.has(bareWord(swapped(text)))
  );
};

const isRepetition = (text: string): boolean => /^(.{1,4})\1+.{0,2}$/.test(text);

/** Mostly adjacent keys or consecutive letters. */
const isRun = (text: string): boolean => {
  const longest = Math.max(LONGEST_RUN + 1, text.length - 3);
  for (let start = 0; start + longest <= text.length; start += 1) {
    const piece = text.slice(start, start + longest);
    if (RUNS.some((run) => run.includes(piece))) return true;
  }
  return false;
};

/** Whether a password is commonly guessed or derived from the user's own e-mail. */
export const isCommonPassword = (password: string, email: string): boolean => {
  const text = plain(password);
  const [name = ''] = plain(email).split('@');
  if (/^\d{1,10}$/.test(text)) return true;
  if (text === plain(email) || (bareWord(name) !== '' && bareWord(text) === bareWord(name))) return true;
  return isDecoratedWord(text) || isRepetition(text) || isRun(text);
};

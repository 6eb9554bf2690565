/**
 * Everyday words of Mexico City for each trade of the catalogue: what breaks, what is wanted, and what the person who does
 * it is called. The most typical words come first: they decide between trades that share a word. A test compares the keys with the catalogue.
 */
export const PALABRAS_DE_OFICIOS: Readonly<Record<string, string>> = {
  Albañilería:
    'albañil albañiles obra muro barda pared ladrillo tabique block cemento concreto mezcla colado losa castillo firme banqueta aplanado resane grieta cuarteadura construcción construir ampliación remodelación demolición tirar escombro cimiento yeso',
  'Aire acondicionado':
    'clima minisplit mini split aires calor frío enfriar enfría ventilación ventilador recarga mantenimiento ducto condensador evaporador inverter gotea hvac',
  'Aluminio y vidrio':
    'vidrio cristal cristales ventana ventanal cancel cancelería baño puerta corrediza domo espejo mosquitero vidriero aluminiero marco templado roto quebrado fachada barandal',
  'Calentadores y boilers':
    'boiler bóiler calentador calentón caldera agua caliente regadera piloto termostato paso depósito prender apaga prende rheem calorex instantáneo fría solar',
  'Cámaras de seguridad':
    'cámara cctv videovigilancia vigilancia seguridad alarma sensor grabador dvr videoportero interfón monitoreo robo ladrón ip wifi circuito cerrado cerca eléctrica',
  Carpintería:
    'carpintero madera mueble closet clóset puerta cocina integral repisa librero mesa silla cama cajón bisagra barniz triplay mdf melamina ropero vestidor restaurar polilla',
  Cerrajería:
    'cerrajero llave llaves chapa cerradura candado puerta abrir cerrada encerrado duplicado copia combinación cilindro cerrojo coche auto perdí trabada atorada emergencia',
  'Cisternas y tinacos':
    'cisterna tinaco rotoplas agua lavado lavar limpiar desinfectar flotador bomba hidroneumático presión sarro aljibe pichancha almacenar azotea tandeo falta',
  'Control de plagas':
    'plaga plagas cucaracha rata ratón ratones roedor chinche hormiga termita polilla alacrán mosca mosquito araña pulga garrapata bicho insecto animal paloma abeja avispa comején nido',
  Electricidad:
    'electricista luz corto cortocircuito contacto enchufe apagador foco lámpara cable cableado alambre pastilla breaker fusible centro carga medidor voltaje apagón tierra ventilador techo led candil chispa instalación eléctrica cfe',
  Electrodomésticos:
    'lavadora secadora estufa horno microondas licuadora lavavajillas lavatrastes aparato electrodoméstico línea blanca reparación refacción televisión tele pantalla plancha cafetera aspiradora campana parrilla centrifuga',
  Fumigación:
    'fumigar fumigador fumigo plaga cucaracha chinche hormiga mosquito araña alacrán pulga garrapata insecticida veneno desinfección sanitización termita rata bicho insecto',
  Herrería:
    'herrero reja rejas portón zaguán puerta fierro hierro metal soldar soldadura soldador barandal protección protecciones escalera ventana cancel estructura techo lámina automático bisagra',
  Impermeabilización:
    'impermeabilizar impermeabilizante gotera goteras humedad filtración azotea techo losa lluvia mojada moho salitre sellar sellador prefabricado membrana rojo gotea minando trasmina',
  'Instalación de gas':
    'gas fuga huele olor tanque estacionario tubería estufa regulador manguera natural lp conexión conectar válvula cobre toma medidor cilindro gasero picteles',
  'Internet y redes':
    'internet wifi red módem modem router repetidor señal lento cable ethernet utp antena conexión computadora compu fibra mesh rack switch telefonía cobertura',
  Jardinería:
    'jardín jardinero pasto césped podar poda árbol planta plantas flores riego aspersor regar maleza hierba seto enredadera tala maceta deshierbe abono tierra paisajismo',
  Limpieza:
    'limpiar aseo profunda casa departamento oficina trapear barrer sala colchón tapicería alfombra vidrios ventanas doméstica muchacha planchar mudanza obra fin de mes quehacer desinfectar',
  Mudanzas:
    'mudanza mudar mudarme flete fletes camión camioneta cargar cargador carga mover muebles transporte empacar embalaje volado cajas bodega piano traslado acarreo',
  'Paneles solares':
    'panel solar solares fotovoltaico energía ahorro cfe recibo luz inversor batería calentador sol sustentable interconexión celda paneles bidireccional',
  Pintura:
    'pintor pintar pintura pared paredes fachada brocha rodillo color vinílica esmalte resane resanar pasta textura interior exterior casa departamento barniz tirol techo cuarto',
  'Pisos y azulejos':
    'piso azulejo azulejero loseta mosaico cerámica porcelanato duela laminado mármol zoclo boquilla baño cocina colocar instalar vinil adoquín cantera pulir quebrado levantado',
  Plomería:
    'fuga plomero agua tubo tubería cañería drenaje destapar tapado tapada caño coladera wc excusado taza baño inodoro lavabo fregadero tarja llave regadera mezcladora gotea goteo cespol bomba presión sanitario inundación mingitorio',
  Refrigeración:
    'refrigerador refri nevera congelador enfría hielo frigorífico cámara fría vitrina enfriador compresor termostato gas recarga deshielo escarcha motor descompuesto frío',
  Tablaroca:
    'tablaroca tabla roca plafón plafones muro divisorio falso panel yeso durock cajillo techo división perfil metálico acústico redimix pared',
  Tapicería:
    'tapicero tapizar retapizar sillón sala sofá silla tela piel vinipiel hule espuma mueble cojín cabecera asiento coche auto resorte comedor reposet',
}

/* The table of names: every key and choice with its synonyms in English and Spanish.
 * Names are written as folding leaves them: lower case, no accents, no hyphens, no
 * articles, singular. A further language is further names in the rows. */
#include "parser/keys.h"

#include <stdlib.h>

typedef struct key_row {
    idarch_key key;
    const char *names;
} key_row;

#define ROW(id, names) {IDARCH_KEY_##id, names}

static const key_row key_rows[] = {
    ROW(SCHEME, "scheme|id scheme|preset|format|esquema"),
    ROW(LAYOUT, "layout|bit layout|id layout|distribucion|distribucion de bit"),
    ROW(ID_BITS, "id bit|id size|id width|id length|tamano del id|bit del id|ancho del id"),
    ROW(TICK, "tick|time unit|resolution|time resolution|unidad de tiempo|resolucion"),
    ROW(EPOCH, "epoch|custom epoch|id epoch|epoca"),
    ROW(LAUNCH, "launch|launch date|go live|in service from|lanzamiento|puesta en marcha"),
    ROW(SERVICE_LIFE, "service life|lifetime|life|planned life|until|in service until|"
                      "vida util|hasta|duracion del servicio"),
    ROW(TIME_OVERFLOW, "time overflow|when time overflow|desbordamiento del tiempo"),
    ROW(RATE, "rate|throughput|id rate|peak rate|load|tasa|caudal"),
    ROW(BURST, "burst|batch|batch size|burst size|rafaga|lote"),
    ROW(SEQUENCE_OVERFLOW, "sequence overflow|when sequence overflow|sequence exhausted|"
                           "desbordamiento de secuencia"),
    ROW(SEQUENCE_START, "sequence start|start of sequence|sequence reset|inicio de secuencia"),
    ROW(SHARD_BY, "shard by|sharded by|partitioned by|partition by|particionado por|"
                  "fragmentado por"),
    ROW(REPLICAS, "replica|instance|replica count|instance count|number of replica|instancia|"
                  "numero de replica|trabajadore|numero de trabajadore"),
    ROW(SURGE, "surge|max surge|rolling update surge"),
    ROW(PROCESSES, "process per replica|processe per replica|process|processe|"
                   "proceso por replica"),
    ROW(THREADS_SHARE, "thread share one generator|thread share generator|shared generator|"
                       "hilo comparten generador"),
    ROW(WORKER_IDS, "worker id|machine id|node id|instance id|worker number|machine number|"
                    "node number|assigned by|worker id assigned by|id de trabajador|"
                    "id de maquina|id de nodo|asignado por"),
    ROW(WORKER_ID_OFFSET, "worker id offset|machine id offset|node id offset|"
                          "desplazamiento de id de trabajador"),
    ROW(CLUSTERS, "cluster|number of cluster|kubernete cluster"),
    ROW(STATEFULSETS, "statefulset|stateful set|number of statefulset"),
    ROW(WORKER_ID_REUSE, "worker id reuse|machine id reuse|node id reuse|id reuse|"
                         "reutilizacion de id de trabajador"),
    ROW(RESTARTS, "restart|start|restart per day|start per day|reinicio|arranque"),
    ROW(NETWORK, "network|pod cidr|cidr|pod network|red|red de pod"),
    ROW(FORCED_DELETION, "forced deletion|force deletion|force delete|borrado forzado"),
    ROW(LEASE_TTL, "lease ttl|ttl|lease time|lease duration|lease time to live|"
                   "ttl del arrendamiento|duracion del arrendamiento"),
    ROW(KEEPALIVE, "keepalive|keep alive|renewed every|renewed each|renewal|renewal interval|"
                   "renew every|keepalive interval|keepalive every|lease renewal|renovacion|"
                   "renovado cada|se renueva cada"),
    ROW(REPLY_TIMEOUT, "reply timeout|response timeout|request timeout|keepalive timeout|"
                       "timeout|tiempo de espera de respuesta|tiempo de espera"),
    ROW(LEASE_MARGIN, "lease margin|margin|safety margin|margen|margen de seguridad|"
                      "margen del arrendamiento"),
    ROW(DEADLINE_CLOCK, "deadline clock|lease clock|clock of deadline|reloj del plazo"),
    ROW(DEADLINE_FROM, "deadline from|deadline counted from|counted from|plazo desde|"
                       "contado desde"),
    ROW(LEASE_CHECK, "lease check|lease checked|check of lease|comprobacion del arrendamiento"),
    ROW(FENCED_MARK, "fenced high water mark|fenced mark|mark fenced|"
                     "marca protegida|marca con fencing"),
    ROW(RELEASE, "release|lease release|on shutdown|at shutdown|shutdown|al apagar|liberacion"),
    ROW(MAX_PAUSE, "max pause|maximum pause|gc pause|longest pause|pause|stop world pause|"
                   "pausa maxima|pausa|pausa de gc"),
    ROW(SUSPEND, "suspend|live migration|suspension|vm suspend|migracion en vivo"),
    ROW(MAX_OFFSET, "max offset|maximum offset|clock error|clock offset|max clock offset|"
                    "offset|max clock error|error de reloj|desfase maximo"),
    ROW(CLOCK_DRIFT, "clock drift|drift|drift rate|max drift|clock rate error|"
                     "deriva de reloj|deriva del reloj|deriva"),
    ROW(ETCD_NODES, "etcd node|etcd member|coordinator node|coordinator member|zookeeper node|"
                    "nodo de etcd|nodo etcd|nodo del coordinador"),
    ROW(ELECTION_TIMEOUT, "election timeout|etcd election timeout|tiempo de eleccion"),
    ROW(MARK, "high water mark|highwater mark|mark|hwm|marca|marca de agua"),
    ROW(MARK_INTERVAL, "high water mark interval|mark interval|mark every|mark written every|"
                       "intervalo de marca"),
    ROW(MARK_LEAD, "high water mark lead|mark lead|mark ahead|lead|adelanto de marca|adelanto"),
    ROW(MARK_STORED_IN, "mark stored in|mark store|mark kept in|high water mark stored in|"
                        "marca guardada en"),
    ROW(MARK_WRITTEN, "mark written|mark write|high water mark written|marca escrita"),
    ROW(RESTART_TIME, "restart time|downtime|restart take|tiempo de reinicio|tiempo parado"),
    ROW(STARTUP_LIMIT, "startup limit|start up limit|probe|startup probe|start limit|"
                       "limite de arranque"),
    ROW(CLOCK_RULE, "clock moved back|clock rule|clock move back|clock going back|clock go back|"
                    "clock backward|clock rollback|reloj atra|reloj hacia atra|"
                    "regla de reloj|regla del reloj"),
    ROW(CLOCK_SOURCE, "clock source|time source|clock read|fuente de reloj|fuente del reloj"),
    ROW(START_CLOCK_CHECK, "start clock check|startup clock check|clock check at start|"
                           "comprobacion de reloj al arrancar"),
    ROW(TIME_SYNC, "time sync|ntp|time synchronization|time synchronisation|clock sync|"
                   "sincronizacion de hora|sincronizacion"),
    ROW(MAKESTEP, "makestep|make step"),
    ROW(LEAPSECMODE, "leapsecmode|leap sec mode|leap second mode"),
    ROW(MAX_SLEW_RATE, "max slew rate|maxslewrate|slew rate|slew"),
    ROW(STEP_THRESHOLD, "step threshold|ntpd step|umbral de salto"),
    ROW(LEAP_SMEAR, "leap smear|smear|leap second smear"),
    ROW(ID_COLUMN, "id column|column|primary key column|columna|columna del id|columna id"),
    ROW(UNIQUE, "unique|unique constraint|unique key|unico"),
    ROW(ROWS, "row|number of row|table row|fila"),
    ROW(SECONDARY_INDEXES, "secondary indexe|secondary index|indice secundario"),
    ROW(CLUSTERED, "clustered|clustered key|clustered index|agrupado"),
    ROW(EXPOSED_AS, "exposed as|exposed|api type|sent as|expuesto como"),
    ROW(VISIBLE_TO, "visible to|visible|visibility|visible para|visibilidad"),
    ROW(SECRET, "secret|used as secret|secreto"),
    ROW(ORDER, "order promised|order|sorted within|sorted|ordering|orden prometido|orden"),
    ROW(PAGING_LAG, "paging lag|page lag|read lag|retraso de paginacion"),
    ROW(COMMIT_TIME, "commit time|longest transaction|tiempo de confirmacion"),
    ROW(LATENCY, "latency|latency budget|max latency|latencia"),
    ROW(CREATED_BY, "created by|made by|generated by|creado por|generado por"),
    ROW(SEQUENCE_CACHE, "sequence cache|cache|cache de secuencia"),
    ROW(SEQUENCE_INCREMENT, "sequence increment|increment|increment by|incremento"),
    ROW(SEQUENCE_FIRST, "sequence first|first|start value|start with|primer valor"),
    ROW(TICKET_SERVERS, "server|ticket server|servidore|servidore de ticket|servidor"),
};

/* Names that count only in the value of the key before them, or beside it. */
static const struct {
    idarch_key context, key;
    const char *names;
} beside_rows[] = {
    {IDARCH_KEY_MARK, IDARCH_KEY_MARK_INTERVAL, "every|each|interval|cada|intervalo|written every"},
    {IDARCH_KEY_MARK, IDARCH_KEY_MARK_LEAD,
     "ahead|lead|in advance|por delante|adelantada|adelantado|adelante|adelanto|de adelanto"},
    {IDARCH_KEY_MARK, IDARCH_KEY_MARK_STORED_IN, "stored in|kept in|in|guardada en|en"},
    {IDARCH_KEY_MARK, IDARCH_KEY_MARK_WRITTEN, "written|escrita"},
    {IDARCH_KEY_WORKER_IDS, IDARCH_KEY_KEEPALIVE, "renewed|every|cada"},
    {IDARCH_KEY_WORKER_IDS, IDARCH_KEY_WORKER_ID_OFFSET, "offset|from|desde"},
    {IDARCH_KEY_WORKER_IDS, IDARCH_KEY_WORKER_ID_REUSE, "reused|reuse|reutilizado"},
    {IDARCH_KEY_LEASE_TTL, IDARCH_KEY_KEEPALIVE, "renewed|every|cada"},
    {IDARCH_KEY_SEQUENCE_CACHE, IDARCH_KEY_SEQUENCE_FIRST, "start"},
    {IDARCH_KEY_REPLICAS, IDARCH_KEY_PROCESSES, "processe each|process each"},
};

#define CHOICE(id, choice, names) {IDARCH_KEY_##id, choice, names}

static const struct {
    idarch_key key;
    const char *choice; /* canonical */
    const char *names;
} choice_rows[] = {
    CHOICE(TIME_OVERFLOW, "refuse", "refuse|fail|error|stop|rechazar|fallar"),
    CHOICE(TIME_OVERFLOW, "wrap", "wrap|wrap around|ignore|dar vuelta"),
    CHOICE(SEQUENCE_OVERFLOW, "wait", "wait|next tick|next millisecond|wait for next tick|block|"
                                      "spin|esperar|espera"),
    CHOICE(SEQUENCE_OVERFLOW, "fail", "fail|refuse|error|throw|fallar|rechazar"),
    CHOICE(SEQUENCE_OVERFLOW, "borrow", "borrow|borrow from future|run ahead|tomar prestado"),
    CHOICE(SEQUENCE_OVERFLOW, "modulo", "modulo|wrap|wrap around|modulo unguarded"),
    CHOICE(SEQUENCE_START, "zero", "zero|0|cero|from zero"),
    CHOICE(SEQUENCE_START, "random", "random|aleatorio|aleatoria"),
    CHOICE(SHARD_BY, "modulo", "modulo|mod|id n|id mod n|remainder|resto"),
    CHOICE(SHARD_BY, "range", "range|rango|id range"),
    CHOICE(SHARD_BY, "hash", "hash|hash of id"),
    CHOICE(WORKER_IDS, "static", "static|configured|fixed|config file|by hand|estatico|estatica|"
                                 "fijo|fija|estaticamente|mano"),
    CHOICE(WORKER_IDS, "statefulset", "statefulset|statefulset ordinal|stateful set|ordinal|"
                                      "pod ordinal|pod index"),
    CHOICE(WORKER_IDS, "etcd lease", "etcd lease|etcd|leased from etcd|lease in etcd|"
                                     "arrendado de etcd"),
    CHOICE(WORKER_IDS, "zookeeper ephemeral", "zookeeper ephemeral|ephemeral|zookeeper|"
                                              "ephemeral znode|ephemeral node|efimero|"
                                              "zookeeper efimero"),
    CHOICE(WORKER_IDS, "zookeeper sequential", "zookeeper sequential|sequential znode|"
                                               "persistent sequential|zookeeper persistent|"
                                               "zookeeper secuencial|sequential|"
                                               "zookeeper ephemeral sequential|"
                                               "ephemeral sequential"),
    CHOICE(WORKER_IDS, "database", "database|db|database row|database table|base de dato|"
                                   "postgre|mysql"),
    CHOICE(WORKER_IDS, "random", "random|drawn at random|aleatorio|azar|al azar"),
    CHOICE(WORKER_IDS, "hash", "hash|hashed|hash of hostname|hash of host name|hash de host"),
    CHOICE(WORKER_IDS, "private ip", "private ip|ip|ip address|pod ip|private address|"
                                     "ip privada|low 16 bit of private ip"),
    CHOICE(WORKER_IDS, "mac", "mac|mac address|direccion mac"),
    CHOICE(WORKER_IDS, "pid", "pid|process id"),
    CHOICE(WORKER_IDS, "ticket", "ticket|ticket server"),
    CHOICE(WORKER_ID_REUSE, "after lease", "after lease|after lease end|when lease end|"
                                           "tra arrendamiento|reused|ye|si"),
    CHOICE(WORKER_ID_REUSE, "never", "never|no|nunca"),
    CHOICE(FORCED_DELETION, "allowed", "allowed|ye|possible|permitido|si"),
    CHOICE(FORCED_DELETION, "never", "never|no|forbidden|nunca|prohibido"),
    CHOICE(DEADLINE_CLOCK, "monotonic", "monotonic|clock monotonic|monotonico|monotono"),
    CHOICE(DEADLINE_CLOCK, "boottime", "boottime|boot time|clock boottime"),
    CHOICE(DEADLINE_CLOCK, "wall", "wall|wall clock|realtime|clock realtime|system clock|"
                                   "reloj de pared"),
    CHOICE(DEADLINE_FROM, "send", "send|sent|sending|send time|request sent|envio"),
    CHOICE(DEADLINE_FROM, "reply", "reply|response|reply received|received|respuesta"),
    CHOICE(LEASE_CHECK, "before the clock", "before clock|before|before reading clock|"
                                            "before clock reading|ante del reloj"),
    CHOICE(LEASE_CHECK, "with the clock", "with clock|together with clock|same time|with|"
                                          "con reloj|junto al reloj"),
    CHOICE(LEASE_CHECK, "after the clock", "after clock|after|after reading clock|"
                                           "after clock reading|despue del reloj"),
    CHOICE(LEASE_CHECK, "by timestamp", "by timestamp|timestamp|id timestamp|timestamp bounded|"
                                        "por marca de tiempo"),
    CHOICE(RELEASE, "revoke", "revoke|revoked|revoke at once|revocar"),
    CHOICE(RELEASE, "wait then revoke", "wait then revoke|wait and revoke|"
                                        "wait and then revoke|esperar y revocar|"
                                        "esperar luego revocar"),
    CHOICE(RELEASE, "expire", "expire|let expire|let it expire|run out|none|caducar|"
                              "dejar caducar"),
    CHOICE(SUSPEND, "possible", "possible|ye|allowed|posible|si"),
    CHOICE(SUSPEND, "never", "never|no|impossible|nunca"),
    CHOICE(MARK, "none", "none|no|not kept|ninguna|off"),
    CHOICE(MARK, "kept", "kept|ye|on|si|guardada"),
    CHOICE(MARK_STORED_IN, "own key", "own key|key of it own|key without lease|"
                                      "permanent key|plain key|own etcd key|clave propia"),
    CHOICE(MARK_STORED_IN, "lease", "lease|leased key|key under lease|on lease|lease key|"
                                    "arrendamiento"),
    CHOICE(MARK_STORED_IN, "volume", "volume|own volume|disk|local disk|file|persistent volume|"
                                     "volumen|disco"),
    CHOICE(MARK_WRITTEN, "conditionally", "conditionally|conditional|transaction|compare|"
                                          "compare and swap|ca|condicionalmente"),
    CHOICE(MARK_WRITTEN, "plainly", "plainly|plain|plain put|unconditionally|put|"
                                    "sin condicion"),
    CHOICE(CLOCK_RULE, "fail", "fail|refuse|error|throw|raise|reject|stop|fallar|rechazar"),
    CHOICE(CLOCK_RULE, "wait", "wait|block|sleep|spin|esperar|espera"),
    CHOICE(CLOCK_RULE, "logical", "logical|logical clock|keep counting|count on|last tick|"
                                  "keep last tick|go on counting|hybrid|hlc|logico|reloj logico"),
    CHOICE(CLOCK_RULE, "reset", "reset|reset sequence|reiniciar"),
    CHOICE(CLOCK_SOURCE, "wall", "wall|wall clock|realtime|clock realtime|system clock|"
                                 "reloj de pared"),
    CHOICE(CLOCK_SOURCE, "monotonic base", "monotonic base|monotonic|clock monotonic|"
                                           "wall at start plus monotonic|base monotona"),
    CHOICE(TIME_SYNC, "ntpd", "ntpd|ntp daemon|ntpsec"),
    CHOICE(TIME_SYNC, "chrony", "chrony|chronyd"),
    CHOICE(TIME_SYNC, "systemd-timesyncd", "systemd timesyncd|timesyncd"),
    CHOICE(TIME_SYNC, "cloud", "cloud|amazon time sync|aw time sync|google ntp|"
                               "cloud time service|nube"),
    CHOICE(TIME_SYNC, "ptp", "ptp|ptp4l|linuxptp|precision time protocol"),
    CHOICE(LEAPSECMODE, "system", "system|kernel"),
    CHOICE(LEAPSECMODE, "step", "step"),
    CHOICE(LEAPSECMODE, "slew", "slew"),
    CHOICE(LEAPSECMODE, "ignore", "ignore"),
    CHOICE(LEAP_SMEAR, "smeared", "smeared|ye|smear|si"),
    CHOICE(LEAP_SMEAR, "unsmeared", "unsmeared|no|none|not smeared"),
    CHOICE(LEAP_SMEAR, "mixed", "mixed|both|mixto"),
    CHOICE(EXPOSED_AS, "json string", "json string|string in json|string|text|cadena|"
                                      "cadena json|texto"),
    CHOICE(EXPOSED_AS, "json number", "json number|number in json|number|integer|numero|"
                                      "numero json"),
    CHOICE(EXPOSED_AS, "url", "url|in url|url path|path"),
    CHOICE(EXPOSED_AS, "not exposed", "not exposed|none|no|internal|never|no expuesto"),
    CHOICE(VISIBLE_TO, "public", "public|everybody|everyone|outsider|customer|publico|cliente"),
    CHOICE(VISIBLE_TO, "internal", "internal|inside|staff|nobody|interno"),
    CHOICE(ORDER, "none", "none|no|no order|unordered|ninguno"),
    CHOICE(ORDER, "per tick", "per tick|by tick|tick|per millisecond|por tick"),
    CHOICE(ORDER, "strict", "strict|strictly|total|monotonic|estricto"),
    CHOICE(ORDER, "within", "within|dentro de"),
    CHOICE(CREATED_BY, "server", "server|backend|service|servidor"),
    CHOICE(CREATED_BY, "offline client", "offline client|client|device|phone|app|mobile client|"
                                         "cliente sin conexion|cliente"),
};

typedef struct name_entry {
    const char *name;
    idarch_key key;
} name_entry;

struct idarch_names {
    IDARCH_ARRAY(name_entry) entries; /* by name */
};

static int compare_entries(const void *left, const void *right)
{
    return strcmp(((const name_entry *)left)->name, ((const name_entry *)right)->name);
}

static void add_names(idarch_arena *arena, idarch_names *names, idarch_key key, const char *list)
{
    idarch_str all = idarch_str_of(list);
    for (size_t start = 0; start < all.len;) {
        size_t end = idarch_str_find(all, '|', start);
        const char *name = idarch_str_dup(arena, idarch_str_sub(all, start, end));
        *IDARCH_PUSH(arena, &names->entries) = (name_entry){name, key};
        start = end + 1;
    }
}

idarch_names *idarch_names_new(idarch_arena *arena)
{
    idarch_names *names = IDARCH_NEW(arena, idarch_names);
    for (size_t i = 0; i < sizeof key_rows / sizeof key_rows[0]; i++)
        add_names(arena, names, key_rows[i].key, key_rows[i].names);
    for (int key = 0; key < IDARCH_KEY_COUNT; key++) {
        const char *name = idarch_key_name((idarch_key)key);
        add_names(arena, names, (idarch_key)key, idarch_fold(arena, idarch_str_of(name)));
    }
    qsort(names->entries.items, names->entries.count, sizeof(name_entry), compare_entries);
    return names;
}

static bool are_folded(idarch_arena *arena, const char *list)
{
    idarch_names names = {0};
    bool good = true;
    add_names(arena, &names, IDARCH_KEY_COUNT, list);
    for (size_t i = 0; i < names.entries.count && good; i++) {
        const char *name = names.entries.items[i].name;
        good = strcmp(name, idarch_fold(arena, idarch_str_of(name))) == 0;
    }
    return good;
}

const char *idarch_names_fault(idarch_arena *arena)
{
    for (size_t i = 0; i < sizeof key_rows / sizeof key_rows[0]; i++)
        if (!are_folded(arena, key_rows[i].names))
            return key_rows[i].names;
    for (size_t i = 0; i < sizeof beside_rows / sizeof beside_rows[0]; i++)
        if (!are_folded(arena, beside_rows[i].names))
            return beside_rows[i].names;
    for (size_t i = 0; i < sizeof choice_rows / sizeof choice_rows[0]; i++)
        if (!are_folded(arena, choice_rows[i].names) ||
            idarch_key_choice_index(choice_rows[i].key, choice_rows[i].choice) < 0)
            return choice_rows[i].names;
    return NULL;
}

idarch_key idarch_names_find(const idarch_names *names, const char *folded)
{
    name_entry wanted = {folded, IDARCH_KEY_COUNT};
    const name_entry *found = bsearch(&wanted, names->entries.items, names->entries.count,
                                      sizeof(name_entry), compare_entries);
    return found ? found->key : IDARCH_KEY_COUNT;
}

idarch_key idarch_names_find_beside(idarch_key context, const char *folded)
{
    for (size_t i = 0; i < sizeof beside_rows / sizeof beside_rows[0]; i++)
        if (beside_rows[i].context == context && idarch_fold_is(folded, beside_rows[i].names))
            return beside_rows[i].key;
    return IDARCH_KEY_COUNT;
}

const char *idarch_names_nearest(const idarch_names *names, const char *folded)
{
    idarch_str wanted = idarch_str_of(folded);
    unsigned limit = wanted.len < 5 ? 1 : wanted.len < 9 ? 2 : 3, best = limit + 1;
    idarch_key key = IDARCH_KEY_COUNT;
    for (size_t i = 0; i < names->entries.count; i++) {
        idarch_str name = idarch_str_of(names->entries.items[i].name);
        if (name.len > wanted.len + limit || wanted.len > name.len + limit)
            continue;
        unsigned distance = idarch_str_distance(wanted, name, limit);
        if (distance < best) {
            best = distance;
            key = names->entries.items[i].key;
        }
    }
    return key == IDARCH_KEY_COUNT ? NULL : idarch_key_name(key);
}

/* Keys by theme, for hints about a name that is near to none. */
static const struct {
    const char *words; /* folded */
    const char *keys;
} themes[] = {
    {"clock|time|ntp|leap|offset|skew|reloj|hora",
     "'max offset', 'clock moved back', 'clock drift', 'time sync'"},
    {"lease|etcd|zookeeper|consul|renew|expiry|coordinator|session|heartbeat|arrendamiento",
     "'lease ttl', 'keepalive', 'lease margin', 'etcd nodes'"},
    {"worker|machine|node|pod|host|fleet|server|trabajador|nodo|maquina|kubernete",
     "'worker ids', 'replicas', 'surge', 'clusters'"},
    {"bit|width|format|layout|version|type", "'layout', 'scheme', 'id bits', 'tick'"},
    {"rate|qps|tps|rp|traffic|capacity|request|limit|throughput|peak",
     "'rate', 'burst', 'latency', 'service life'"},
    {"sequence|counter|overflow|secuencia|contador",
     "'sequence overflow', 'sequence start', 'burst'"},
    {"database|db|table|index|storage|store|sql|postgre|mysql|base|tabla",
     "'id column', 'unique', 'rows', 'clustered'"},
    {"api|json|public|security|url|javascript|privacy",
     "'exposed as', 'visible to', 'secret'"},
    {"restart|start|crash|boot|mark|shutdown|deploy|reinicio|marca",
     "'high-water mark', 'restart time', 'startup limit', 'release'"},
    {"date|year|since|begin|launch|life|fecha", "'epoch', 'launch', 'service life'"},
    {"order|sort|paging|cursor|orden", "'order promised', 'paging lag', 'commit time'"},
};

static bool share_word(idarch_arena *arena, const idarch_words *words, const char *name)
{
    idarch_words own = idarch_words_of(arena, idarch_str_of(name));
    for (size_t i = 0; i < own.count; i++)
        for (size_t k = 0; k < words->count; k++)
            if (strlen(own.items[i].fold) > 2 &&
                strcmp(own.items[i].fold, words->items[k].fold) == 0)
                return true;
    return false;
}

const char *idarch_names_related(idarch_arena *arena, const char *folded)
{
    enum { SHOWN_MAX = 4 };
    idarch_words words = idarch_words_of(arena, idarch_str_of(folded));
    idarch_strbuf list = {.arena = arena};
    size_t count = 0;
    for (int key = 0; key < IDARCH_KEY_COUNT && count < SHOWN_MAX; key++) {
        const char *name = idarch_key_name((idarch_key)key);
        if (share_word(arena, &words, name))
            idarch_strbuf_printf(&list, "%s'%s'", count++ ? ", " : "", name);
    }
    if (count > 0)
        return idarch_strbuf_text(&list);
    for (size_t k = 0; k < sizeof themes / sizeof themes[0]; k++)
        for (size_t i = 0; i < words.count; i++)
            if (idarch_fold_is(words.items[i].fold, themes[k].words))
                return themes[k].keys;
    return "'epoch', 'rate', 'replicas', 'worker ids', 'id column'";
}

/* How many words the name takes at a place, 0 when it does not stand there. */
static size_t words_match(const idarch_words *words, size_t at, const char *name, size_t len)
{
    size_t count = 0;
    for (size_t start = 0; start < len; count++) {
        size_t end = start;
        while (end < len && name[end] != ' ')
            end++;
        if (at + count >= words->count)
            return 0;
        const char *fold = words->items[at + count].fold;
        if (strlen(fold) != end - start || memcmp(fold, name + start, end - start) != 0)
            return 0;
        start = end + 1;
    }
    return count;
}

/* The longest of the names among the words. */
static size_t longest(const idarch_words *words, const char *names, size_t *from)
{
    size_t best = 0;
    for (size_t at = 0; at < words->count; at++) {
        for (const char *name = names; *name;) {
            size_t len = strcspn(name, "|"), count = words_match(words, at, name, len);
            if (count > best) {
                best = count;
                *from = at;
            }
            name += len + (name[len] == '|');
        }
    }
    return best;
}

/* Whether another choice of the key has a name outside the words taken. */
static bool another_choice(idarch_key key, size_t row, const idarch_words *words, size_t from,
                           size_t to)
{
    for (size_t i = 0; i < sizeof choice_rows / sizeof choice_rows[0]; i++) {
        if (choice_rows[i].key != key || i == row)
            continue;
        idarch_words before = *words, after = *words;
        size_t at;
        before.count = from;
        after.items += to;
        after.count -= to;
        if (longest(&before, choice_rows[i].names, &at) ||
            longest(&after, choice_rows[i].names, &at))
            return true;
    }
    return false;
}

int idarch_choice_find(idarch_key key, const idarch_words *words, size_t *from, size_t *to)
{
    size_t best = 0, row = 0;
    for (size_t i = 0; i < sizeof choice_rows / sizeof choice_rows[0]; i++) {
        size_t at = 0, count = choice_rows[i].key == key
                                   ? longest(words, choice_rows[i].names, &at) : 0;
        if (count <= best)
            continue;
        best = count;
        row = i;
        *from = at;
        *to = at + count;
    }
    if (best == 0)
        return -1;
    if (another_choice(key, row, words, *from, *to))
        return -2;
    return idarch_key_choice_index(key, choice_rows[row].choice);
}

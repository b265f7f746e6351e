#ifndef WARRANT_CYAML_H
#define WARRANT_CYAML_H
#include "../CLinux/GNUView.h"
#include <yaml.h>
#endif

metadata description = 'Key Vault: what has to stay secret, read through roles only.'

@description('Name of the vault.')
param name string

@description('Names under which secrets are kept that each deployment may write anew.')
param secretNames array

@secure()
@description('These secrets by name; an empty one is not stored.')
param secrets object

@description('Name under which the keys are kept that seal tokens.')
param tokenKeysEntry string

@secure()
@description('Key that seals tokens where the vault has none yet.')
param tokenKeys string

@description('Whether a vault that was deleted with an earlier deployment is brought back.')
param recover bool

@description('Whether only the private network and the allowed addresses reach the vault.')
param isPrivate bool

@description('Addresses and ranges of operators that are let in all the same.')
param allowedAddresses array

@description('Workspace that logs and figures go to.')
param workspaceId string

@description('Region.')
param location string

@description('Tags.')
param tags object

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' = {
  name: name
  location: location
  tags: tags
  properties: {
    tenantId: tenant().tenantId
    createMode: recover ? 'recover' : 'default'
    sku: {
      family: 'A'
      name: 'standard'
    }
    enableRbacAuthorization: true
    enableSoftDelete: true
    enablePurgeProtection: true
    softDeleteRetentionInDays: 90
    publicNetworkAccess: isPrivate && empty(allowedAddresses) ? 'disabled' : 'enabled'
    networkAcls: {
      bypass: 'AzureServices'
      defaultAction: isPrivate ? 'Deny' : 'Allow'
      ipRules: [for address in allowedAddresses: { value: address }]
    }
  }
}

resource written 'Microsoft.KeyVault/vaults/secrets@2023-07-01' = [for entry in secretNames: if (!empty(secrets[entry])) {
  parent: vault
  name: entry
  properties: { value: secrets[entry] }
}]

// Without these keys no connected account can be read again. So the first deployment makes them and none writes
// over them, whatever its environment has; operators change them in the vault.
@onlyIfNotExists()
resource kept 'Microsoft.KeyVault/vaults/secrets@2023-07-01' = {
  parent: vault
  name: tokenKeysEntry
  properties: { value: tokenKeys }
}

resource told 'Microsoft.Insights/diagnosticSettings@2021-05-01-preview' = {
  name: 'operators'
  scope: vault
  properties: {
    workspaceId: workspaceId
    logs: [{ category: 'AuditEvent', enabled: true }]
    metrics: [{ category: 'AllMetrics', enabled: true }]
  }
}

@description('Resource id.')
output id string = vault.id

@description('Name of the vault.')
output name string = vault.name
